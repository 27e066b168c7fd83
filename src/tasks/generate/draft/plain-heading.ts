/** A heading without its number. */
export const plainHeading = (heading: string): string =>
  heading.replace(/^(?:(?:\d+(?:\.\d+)*[.):]?|[IVX]+\.)\s+|[一二三四五六七八九十]+、)/, "").trim();
