/** Titles that contain syntax of a graph's output formats. */
export const awkwardTitles: readonly string[] = [
  "Say \"hello\" to 'them'",
  "Use [brackets], (parentheses), {braces} and <angles>",
  "Fix #42; then #quot; and #35;",
  "Ship 🚀 the 👩‍👩‍👧 family",
  "Run `npm test -- --watch` and **shout**",
  "<script>document.title = 'pwned'</script>",
  "<img src=x onerror=\"document.title='pwned'\">",
  "50 % done & counting | a \\ b \\n c",
  "%%{init: {'theme': 'dark'}}%% end",
  "- a list, 1. numbered",
  "end",
  "A --> B",
  "数据清理和迁移准备，以及所有的其他事情都要在一天之内完成",
  "Überprüfung der Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenordnung",
  `Very long ${"and longer ".repeat(60)}`,
  "\u202Ereversed",
];
