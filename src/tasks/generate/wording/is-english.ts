/** Words of another language cannot be inflected here. German, Spanish and their like are told by their small words. */
export function isEnglish(text: string): boolean {
  if (/[^\p{Script=Latin}\p{Script=Common}]/u.test(text)) return false;
  return (
    !/\b(?:der|das|und|für|mit|werden|wird|kann|muss|nicht|von|im|eine?r?|el|la|los|las|del|para|con|que|una?|por|de|du|les?|des|pour|avec|il|di|della|het|een|voor|met|van|é|não|da|em|são)\b/i.test(
      text.replaceAll(/`[^`]*`|"[^"]*"/g, ""),
    ) || /\b(?:the|and|must|with|for)\b/.test(text)
  );
}
