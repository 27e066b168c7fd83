import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** More than a client sends ahead that waits for its answers. */
const MOST_WAITING = 100;

/** Answers a request. */
type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Answers the requests of each connection one after another. Node.js begins every request that a client sends ahead, and
 * keeps the finished answers until the first one is read: a few kB of requests would then cost all memory and time.
 */
export function oneAtATime(answer: Answer): Answer {
  const queues = new WeakMap<Socket, (readonly [IncomingMessage, ServerResponse])[]>();

  function begin(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    response.on("close", () => {
      const next = queues.get(socket)?.shift();
      if (next === undefined || !socket.writable) queues.delete(socket);
      else begin(...next);
    });
    answer(request, response);
  }

  return (request, response) => {
    const { socket } = request;
    const queue = queues.get(socket);
    if (queue === undefined) {
      queues.set(socket, []);
      begin(request, response);
    } else if (queue.length < MOST_WAITING) queue.push([request, response]);
    else socket.destroy();
  };
}
