import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { createDocument } from "zod-openapi";
import type { TestServer } from "./start-test-server.ts";

type Document = ReturnType<typeof createDocument>;
type Method = "get" | "post" | "put" | "delete";

/** One operation of a document. */
export interface DescribedOperation {
  readonly id: string;
  readonly method: Method;
  /** With names in braces in place of ids. */
  readonly path: string;
  readonly statuses: readonly number[];
}

/** An answer, as the client receives it. */
interface Answer {
  readonly status: number;
  readonly type: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly body: unknown;
}

/** An API's document from the server, and a comparison of real answers with it. */
export interface OpenApiDocument {
  readonly document: Document;
  readonly operations: readonly DescribedOperation[];
  /** The differences of an answer from its description; empty if there are none. */
  findFaults(operation: DescribedOperation, answer: Answer): string[];
}

const DOCUMENT_ID = "https://example.com/openapi.json";

export async function readOpenApiDocument(server: TestServer, base: string): Promise<OpenApiDocument> {
  const { body: document } = await server.request.get(`${base}/openapi.json`).expect(200);
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ ...document, $id: DOCUMENT_ID });

  function findSchemaFaults(pointer: readonly string[], body: unknown): string[] {
    const fragment = pointer.map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1")).join("/");
    const validate = ajv.compile({ $ref: `${DOCUMENT_ID}#/${encodeURI(fragment)}` });
    return validate(body) ? [] : [ajv.errorsText(validate.errors)];
  }

  return {
    document,
    operations: listOperations(document),
    findFaults({ method, path }, answer) {
      const response = document.paths[path][method].responses[answer.status];
      if (response === undefined) return [`${answer.status} is not described`];
      const faults = requiredHeaders(response)
        .filter((name) => answer.headers[name.toLowerCase()] === undefined)
        .map((name) => `the header ${name} is missing`);
      if (answer.headers["set-cookie"] && !response.headers["Set-Cookie"]) {
        faults.push("there is a cookie that is not described");
      }
      if (response.content === undefined) {
        return answer.text ? [...faults, "there is a body that is not described"] : faults;
      }
      if (response.content[answer.type] === undefined) return [...faults, `${answer.type} is not described`];
      const pointer = [
        "paths",
        path,
        method,
        "responses",
        `${answer.status}`,
        "content",
        answer.type,
        "schema",
      ];
      const body = answer.type === "application/json" ? answer.body : answer.text;
      return [...faults, ...findSchemaFaults(pointer, body)];
    },
  };
}

const listOperations = ({ paths = {} }: Document): DescribedOperation[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      id: operation.operationId,
      method: method as Method,
      path,
      statuses: Object.keys(operation.responses).map(Number),
    })),
  );

/** The names of the headers that every answer of this description has. */
export const requiredHeaders = ({
  headers = {},
}: {
  headers?: Record<string, { $ref?: string; required?: boolean }>;
}): string[] =>
  Object.entries(headers).flatMap(([name, header]) =>
    header.$ref !== undefined || header.required ? [name] : [],
  );
