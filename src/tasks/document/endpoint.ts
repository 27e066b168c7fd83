/** An endpoint such as `POST /api/users` at the start of a text, in backticks or not. */
export const endpointPattern = /^`?(?<method>GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s+(?<path>\/[^\s`]*)`?/;
