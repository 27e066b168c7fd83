import { once } from "node:events";
import type { Socket } from "node:net";
import { connect } from "node:net";

/** A plain TCP connection to a server, for requests that no HTTP client would send. */
export interface Connection {
  readonly socket: Socket;
  send(text: string): void;
  /** Everything received until the text appears in it. */
  until(text: string): Promise<string>;
  /** Everything received until the server closes the connection. */
  untilClosed(): Promise<string>;
}

export async function openConnection(origin: string): Promise<Connection> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  let received = "";
  socket.setEncoding("latin1").on("data", (chunk) => {
    received += chunk;
  });
  // A reset counts as closed too.
  socket.on("error", () => {});
  await once(socket, "connect");
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  return {
    socket,
    send: (text) => void socket.write(text),
    async until(text) {
      while (!received.includes(text)) {
        const more = new Promise((resolve) => socket.once("data", resolve));
        await Promise.race([more, closed.then(failClosed)]);
      }
      return received;
    },
    async untilClosed() {
      await closed;
      return received;
    },
  };
}

function failClosed(): never {
  throw new Error("the server closed the connection");
}
