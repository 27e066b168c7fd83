import SqliteDatabase from "better-sqlite3";
import cors from "cors";
import express from "express";
import { rateLimit } from "express-rate-limit";
import helmet from "helmet";
import jwt from "jsonwebtoken";
import { pinoHttp } from "pino-http";

/** Express with the usual middleware as their first pages show it, all of it on every route. */
const { PORT, DATABASE_PATH, JWT_SECRET } = process.env;
const findUser = new SqliteDatabase(DATABASE_PATH).prepare("SELECT * FROM users WHERE id = ?");

const app = express();
app.use(pinoHttp());
app.use(helmet());
app.use(cors());
app.use(rateLimit({ windowMs: 60_000, limit: 1_000_000_000 }));
app.use(express.json());
app.get("/users/me", (request, response) => {
  const { sub } = jwt.verify(request.headers.authorization.slice(7), JWT_SECRET, { algorithms: ["HS256"] });
  const { is_active, id, email, name, role, created_at } = findUser.get(sub);
  if (is_active !== 1) return response.status(401).json({ error: "Unauthorized" });
  response.json({ id, email, name, role, createdAt: created_at });
});
app.listen(Number(PORT), "127.0.0.1");
