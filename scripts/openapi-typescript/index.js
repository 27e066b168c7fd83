// A separate package, because openapi-typescript needs the compiler API of TypeScript 5 and the sources are checked
// by TypeScript 7. npm copies this folder into node_modules: run `npm ci` after a change.
import openapiTypescript, { astToString } from "openapi-typescript";

export const declarationsOf = async (document) => astToString(await openapiTypescript(document));
