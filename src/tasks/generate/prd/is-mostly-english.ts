const foreignWords =
  /\b(?:der|und|für|mit|wird|werden|ist|nicht|bei|sich|auf|oder|wenn|nur|einer?|el|la|los|las|del|para|con|una|por|debe|que|les|des|pour|avec|est|dans|della|che|nel|het|een|voor|niet|não|da|em|deve|uma|się|jest|oraz)\b/gi;
const englishWords = /\b(?:the|and|of|to|with|for|must|in|on|is|by|from|when|all|that|their)\b/gi;
const otherScripts = /[^\p{Script=Latin}\p{Script=Common}]{2,}/gu;

/** Whether a page is in English, told by the small words that no sentence does without; code does not count. */
export function isMostlyEnglish(source: string): boolean {
  const text = source.replaceAll(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1/gm, "").replaceAll(/`[^`\n]*`/g, "");
  const count = (wording: RegExp) => text.match(wording)?.length ?? 0;
  const foreign = count(foreignWords) + count(otherScripts);
  return foreign === 0 || foreign < count(englishWords);
}
