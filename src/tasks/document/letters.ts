/**
 * The letters of most scripts, for use inside `[…]` in a pattern without the `u` flag: compiling `\p{L}` takes
 * milliseconds in each pattern, which is longer than reading a whole list takes.
 */
export const letters = String.raw`A-Za-z\u00AA-\u1FFF\u3040-\uD7FF\uF900-\uFDFF`;
