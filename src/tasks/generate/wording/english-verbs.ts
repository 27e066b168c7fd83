// The verbs of requirements. A word that is not among them is left as it stands, so a gap costs style, never sense.
const regular = `abort abstract accept access achieve acknowledge activate adapt add address adjust aggregate alert align
allow analyze animate announce answer append apply approve archive arrange ask assert assign associate attach attempt attend
audit authenticate authorize autocomplete automate avoid await back backfill backup balance base batch block bookmark borrow rent reserve donate rehearse
browse buffer bundle cache calculate call cancel capture carry categorize center change charge chart check clean clear
click clone close coach code collapse collect color colour combine comment commit communicate compare compile complete comply compose
compress compute configure confirm connect consolidate consume contact contain continue control convert copy correct
correlate count cover create crop customize cycle deactivate debit debounce debug decide decline decode decrease decrypt
deduplicate default defer define degrade delay delegate delete deliver demonstrate depend deploy derive describe
deselect design detail detect determine develop differentiate dim direct disable discard disclose disconnect dismiss
dispatch display distinguish distribute document download drag drop duplicate edit ease embed emit employ enable encode
encourage encrypt end enforce enhance enrich enrol ensure enter enumerate escalate escape establish estimate evaluate exceed
exclude execute exit expand expire explain export expose extend extract facilitate fade fail fall favor fetch fill
filter finalize finish flag flush focus follow force format forward fulfill gate gather generate grade grant group
guarantee guide guard halt handle hash highlight host hover identify ignore implement import improve include increase
increment index indicate inform ingest inherit initialize initiate inject insert inspect install integrate interact intercept
introduce invalidate invite invoke isolate issue iterate join jump label launch layer lazy-load leverage like limit
link list load localize locate lock log loop lower maintain manage map mark mask master match maximize measure memoize
merge migrate minimize mirror mock moderate modify monitor mount move mute name navigate normalize notify nudge obtain
offer omit open operate optimize order organize orchestrate output override own package paginate parse partition pass
paste patch pause perform permit persist pin ping place play poll populate position post postpone prefer prefill preload prepare
present preserve press prevent preview print prioritize process produce prohibit prompt propagate protect provide
provision publish pull purchase purge push query queue quote raise rank rate react reassign recalculate receive recognize
recommend reconnect record recover redeem redirect reduce refactor reference refine reflect refresh refund refuse
regenerate register reject relate release reload remain remember remind remove rename render renew reopen reorder reorganize
repeat replace replay replicate reply report repost represent reproduce request require rescan reschedule reserve reset
resize resolve respect respond restart restore restrict resume retain retry return reuse reveal reverse review revoke
reward rotate route sanitize save scale scan schedule scope score scrape screen script scroll search secure select
separate serialize serve share ship shorten show shuffle sign signal simplify simulate skip snapshot snooze sort
specify stage standardize start state stay stop store stream streamline stretch strip structure style subscribe suggest
submit summarize supply support suppress surface suspend swap switch sync synchronize tag tap target terminate test
throttle tie toggle tokenize track trace train transfer transform transition translate transmit treat trigger trim
truncate tune type unblock undo unify uninstall unlink unlock unsubscribe update upgrade upload use utilize validate
allocate annotate autosave blur classify enroll erase explore fix freeze geocode harden learn lend listen mention note
observe onboard pick prune randomize recompute reconcile redact rely repair reshape retire retrieve revert roll round satisfy
segment settle shrink solve substitute swipe tailor teach transcribe traverse turn unfollow unpack unpublish warm weigh zip
happen occur appear arise exist verify version view visit visualize vote wait walk warn watch watermark wipe withdraw work wrap zoom`;

const irregular: Readonly<Record<string, string>> = {
  be: "been",
  begin: "begun",
  bind: "bound",
  break: "broken",
  bring: "brought",
  build: "built",
  buy: "bought",
  catch: "caught",
  choose: "chosen",
  come: "come",
  cut: "cut",
  do: "done",
  draw: "drawn",
  drive: "driven",
  feed: "fed",
  feel: "felt",
  find: "found",
  forget: "forgotten",
  freeze: "frozen",
  get: "gotten",
  give: "given",
  go: "gone",
  grow: "grown",
  have: "had",
  hear: "heard",
  hide: "hidden",
  hold: "held",
  keep: "kept",
  know: "known",
  lead: "led",
  learn: "learned",
  leave: "left",
  lend: "lent",
  let: "let",
  lose: "lost",
  make: "made",
  meet: "met",
  override: "overridden",
  overwrite: "overwritten",
  pay: "paid",
  put: "put",
  read: "read",
  rebuild: "rebuilt",
  run: "run",
  say: "said",
  see: "seen",
  sell: "sold",
  send: "sent",
  set: "set",
  shut: "shut",
  speak: "spoken",
  spend: "spent",
  split: "split",
  stand: "stood",
  take: "taken",
  teach: "taught",
  tell: "told",
  think: "thought",
  understand: "understood",
  undo: "undone",
  upset: "upset",
  win: "won",
  withdraw: "withdrawn",
  write: "written",
  show: "shown",
  plan: "planned",
  quit: "quit",
  rerun: "rerun",
  resend: "resent",
  seed: "seeded",
  hit: "hit",
};

const doubling = /(?:^|[^aeiou])[aeiou][bdgmnprt]$/;
const stressedEarly = /(?:er|en|on|it|el|or|op|et|ar|ap|ad|an|ip)$/;
const doubled: ReadonlySet<string> = new Set([
  "commit",
  "submit",
  "permit",
  "omit",
  "emit",
  "refer",
  "defer",
  "prefer",
  "transfer",
  "log",
  "tag",
  "tap",
  "drop",
  "drag",
  "swap",
  "skip",
  "stop",
  "crop",
  "map",
  "pin",
  "plan",
  "trim",
  "strip",
  "wrap",
  "flag",
  "scan",
  "ship",
  "debug",
  "unsubscrib",
  "zip",
  "dim",
  "step",
  "sit",
  "admit",
  "cap",
  "snap",
  "chat",
  "ban",
]);

const participles = new Map<string, string>();
const gerunds = new Map<string, string>();
const bases = new Set<string>();

for (const base of [...regular.split(/\s+/), ...Object.keys(irregular)]) {
  bases.add(base);
  participles.set(participleOf(base), base);
  gerunds.set(gerundOf(base), base);
}

/** `store` → `stored`, `send` → `sent` */
export function participleOf(base: string): string {
  const known = irregular[base];
  if (known !== undefined) return known;
  if (base.endsWith("e")) return `${base}d`;
  if (/[^aeiou]y$/.test(base)) return `${base.slice(0, -1)}ied`;
  return doublesLastLetter(base) ? `${base}${base.at(-1)}ed` : `${base}ed`;
}

/** `scan` → `scanning`, `store` → `storing` */
export function gerundOf(base: string): string {
  if (base.endsWith("ie")) return `${base.slice(0, -2)}ying`;
  if (base.endsWith("e") && !/(?:ee|oe|ye)$|^be$/.test(base)) return `${base.slice(0, -1)}ing`;
  return doublesLastLetter(base) ||
    ["set", "get", "cut", "run", "put", "shut", "begin", "forget", "let", "quit", "reset", "hit"].includes(
      base,
    )
    ? `${base}${base.at(-1)}ing`
    : `${base}ing`;
}

function doublesLastLetter(base: string): boolean {
  return doubled.has(base) || (doubling.test(base) && base.length <= 4 && !stressedEarly.test(base));
}

/** `store` → `stores`, `retry` → `retries` */
export function thirdPerson(base: string): string {
  if (base === "be") return "is";
  if (base === "have") return "has";
  if (/(?:s|x|z|ch|sh|o)$/.test(base)) return `${base}es`;
  return /[^aeiou]y$/.test(base) ? `${base.slice(0, -1)}ies` : `${base}s`;
}

export const isBaseVerb = (word: string): boolean =>
  bases.has(word.toLowerCase().replace(/^(?:auto|re|pre|un|de|bulk)-/, ""));

/** `stored` → `store`; undefined for what is no participle of a known verb. */
export const baseOfParticiple = (word: string): string | undefined => participles.get(word.toLowerCase());

/** `modifying` → `modify`; undefined for what is no gerund of a known verb. */
export const baseOfGerund = (word: string): string | undefined => gerunds.get(word.toLowerCase());

/** `stores` → `store`; undefined for what is no third person of a known verb. */
export function baseOfThirdPerson(word: string): string | undefined {
  const lower = word.toLowerCase();
  if (lower === "has") return "have";
  const candidates = [lower.replace(/s$/, ""), lower.replace(/es$/, ""), lower.replace(/ies$/, "y")];
  return lower.endsWith("s")
    ? candidates.find((base) => bases.has(base) && thirdPerson(base) === lower)
    : undefined;
}
