import type { Request, Response } from "express";
import type { z } from "zod";
import type { FieldIssue } from "../domain/errors.ts";
import { ValidationError } from "../domain/errors.ts";
import { readJsonObject } from "../http/read-json-object.ts";

/**
 * Reads a request's body and checks it against its schema.
 *
 * @throws {ValidationError} with every broken rule, in field order
 * @throws {DomainError} as `readJsonObject` does
 */
export async function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  request: Request,
  response: Response,
): Promise<z.output<Schema>> {
  const parsed = schema.safeParse(await readJsonObject(request, response));
  if (parsed.success) return parsed.data;
  throw new ValidationError(toFieldIssues(parsed.error));
}

export function toFieldIssues(error: z.ZodError): FieldIssue[] {
  return error.issues.map(({ path, message }) => ({ field: String(path[0]), message }));
}
