import { IncomingMessage, ServerResponse } from "node:http";
import type { Express } from "express";

/**
 * Classes of requests and responses that have the app's prototypes from the start. Otherwise Express changes the
 * prototype of each as it arrives, and V8 is slow with objects whose prototype has changed.
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
