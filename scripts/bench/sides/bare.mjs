import { createSecretKey } from "node:crypto";
import { createServer } from "node:http";
import SqliteDatabase from "better-sqlite3";
import jwt from "jsonwebtoken";

/** The least that answers the question: a token checked, a row read, JSON written. Nothing else is on. */
const { PORT, DATABASE_PATH, JWT_SECRET } = process.env;
const key = createSecretKey(Buffer.from(JWT_SECRET));
const findUser = new SqliteDatabase(DATABASE_PATH).prepare("SELECT * FROM users WHERE id = ?");

createServer((request, response) => {
  try {
    const { sub } = jwt.verify(request.headers.authorization.slice(7), key, { algorithms: ["HS256"] });
    const { id, email, name, role, created_at } = findUser.get(sub);
    const body = JSON.stringify({ id, email, name, role, createdAt: created_at });
    response.writeHead(200, {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Length": Buffer.byteLength(body),
    });
    response.end(body);
  } catch {
    response.writeHead(401).end();
  }
}).listen(Number(PORT), "127.0.0.1");
