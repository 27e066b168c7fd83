const english = "the and of to with for must is by from when that should their";
/** Words that are frequent in another language and rare in English. */
const others =
  "der und für mit wird werden ist nicht oder den eine el los las del para una por debe que es les des pour avec est dans doit et sur della che nel il deve gli sono di het een voor niet moet zijn van não em uma os ao się jest oraz nie dla musi przez att och ska som är av";

/** `en` for an English document, else `other`, by its script and its most frequent words. Code is ignored. */
export function languageOf(source: string): "en" | "other" {
  const text = source.replaceAll(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1|`[^`\n]*`/gm, "").toLowerCase();
  const words: readonly string[] = text.match(/\p{L}+/gu) ?? [];
  const foreign = words.filter((word) => !/^\p{Script=Latin}/u.test(word)).length;
  const count = (known: string): number => {
    const set = new Set(known.split(" "));
    return words.filter((word) => set.has(word)).length;
  };
  return foreign > words.length / 8 || count(others) > count(english) ? "other" : "en";
}
