/** The TypeScript declarations of an OpenAPI document. */
export function declarationsOf(document: object): Promise<string>;
