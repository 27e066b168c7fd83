/** Words that are frequent in one language and rare in the others. */
const smallWords: Readonly<Record<string, string>> = {
  en: "the and of with for must is by from when that their should to",
  de: "der und für mit wird werden ist nicht bei auf oder muss den eine",
  es: "el los las del para con una por debe que usuario es y",
  fr: "les des pour avec est dans une doit être le et sur",
  it: "della che nel il deve gli sono con per di una",
  nl: "het een voor niet moet zijn van wordt naar met",
  pt: "não em uma deve para os com são ao usuário",
  pl: "się jest oraz nie dla musi przez lub które",
  sv: "och att för ska inte som med är av",
};

const scripts: readonly (readonly [string, RegExp])[] = [
  ["ko", /\p{Script=Hangul}/gu],
  ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ["zh", /\p{Script=Han}/gu],
  ["ru", /\p{Script=Cyrillic}/gu],
  ["th", /\p{Script=Thai}/gu],
  ["ar", /\p{Script=Arabic}/gu],
  ["el", /\p{Script=Greek}/gu],
  ["hi", /\p{Script=Devanagari}/gu],
];

const sampleLength = 100_000;

/** The language code of a document (`en`), from its script and its most frequent words. Code is ignored. */
export function languageOf(source: string): string {
  const text = source
    .slice(0, sampleLength)
    .replaceAll(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1/gm, "")
    .replaceAll(/`[^`\n]*`/g, "");
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const script = scripts.find(([, wording]) => (text.match(wording)?.length ?? 0) > letters / 8);
  if (script !== undefined) return script[0];
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const counts = Object.entries(smallWords).map(([language, small]) => {
    const known = new Set(small.split(" "));
    return { language, count: words.filter((word) => known.has(word)).length };
  });
  const [best] = counts.toSorted((one, other) => other.count - one.count);
  if (letters === 0) return "und";
  return best === undefined || best.count === 0 ? "en" : best.language;
}
