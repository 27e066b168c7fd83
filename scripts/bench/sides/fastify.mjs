import { randomUUID } from "node:crypto";
import cors from "@fastify/cors";
import helmet from "@fastify/helmet";
import jwt from "@fastify/jwt";
import SqliteDatabase from "better-sqlite3";
import Fastify, { LogController } from "fastify";
import { destination } from "pino";

/** Fastify with what groundwork has on: a token, security headers, CORS, a request id, one buffered log line. */
const { PORT, DATABASE_PATH, JWT_SECRET } = process.env;
const findUser = new SqliteDatabase(DATABASE_PATH).prepare("SELECT * FROM users WHERE id = ?");

const app = Fastify({
  logger: { stream: destination({ fd: 1, sync: false, minLength: 4096 }) },
  logController: new LogController({ disableRequestLogging: true }),
  genReqId: () => randomUUID(),
});
await app.register(helmet);
await app.register(cors, { origin: "*" });
await app.register(jwt, { secret: JWT_SECRET, verify: { algorithms: ["HS256"] } });

app.addHook("onRequest", async (request, reply) => {
  reply.header("X-Request-Id", request.id).header("Cache-Control", "no-store");
});
app.addHook("onResponse", async (request, reply) => {
  const { id: requestId, method, url: path, ip: address } = request;
  const milliseconds = Math.round(reply.elapsedTime);
  app.log.info({ requestId, method, path, status: reply.statusCode, milliseconds, address }, "request");
});

const text = { type: "string" };
const user = {
  type: "object",
  properties: { id: text, email: text, name: text, role: text, createdAt: text },
};
app.get("/users/me", { schema: { response: { 200: user } } }, async (request, reply) => {
  const { sub } = await request.jwtVerify();
  const row = findUser.get(sub);
  if (row?.is_active !== 1) return reply.code(401).send({ error: "Unauthorized" });
  return { id: row.id, email: row.email, name: row.name, role: row.role, createdAt: row.created_at };
});

await app.listen({ host: "127.0.0.1", port: Number(PORT) });
