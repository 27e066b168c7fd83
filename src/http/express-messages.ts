import { IncomingMessage, ServerResponse } from "node:http";
import type { Express } from "express";

/**
 * The classes by which an HTTP server makes requests and responses that are the app's from the start. Express gives
 * each its prototype as it arrives, and the engine is slow with objects whose prototype has changed; with these, there
 * is nothing left to change.
 */
export function createExpressMessages(app: Express) {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse extends ServerResponse {
    /** Express would make one without a prototype, which the engine keeps as a hash table. */
    locals = {};
  }
  Object.setPrototypeOf(ExpressRequest.prototype, app.request);
  Object.setPrototypeOf(ExpressResponse.prototype, app.response);
  app.request = ExpressRequest.prototype as typeof app.request;
  app.response = ExpressResponse.prototype as typeof app.response;
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
}
