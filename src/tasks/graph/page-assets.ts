/** The look of the page around the drawing, in the drawing's colours. */
export const pageStyle = `
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--text); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif; }
main, header { max-width: 1180px; margin: 0 auto; padding: 0 20px; }
header { padding-top: 40px; }
h1 { font-size: clamp(24px, 4vw, 34px); line-height: 1.2; letter-spacing: -0.015em; margin: 0 0 6px; text-wrap: balance; overflow-wrap: anywhere; }
h2 { font-size: 20px; letter-spacing: -0.01em; margin: 48px 0 14px; scroll-margin-top: 16px; }
h3 { font-size: 15px; margin: 28px 0 8px; }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 6px; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 20px; top: 8px; background: var(--paper); padding: 4px 10px; z-index: 1; }
.muted { color: var(--muted); }
.facts { display: flex; flex-wrap: wrap; gap: 4px 14px; align-items: center; margin: 0; color: var(--muted); }
.chip { display: inline-block; border: 1px solid currentColor; border-radius: 999px; padding: 0 10px; font-size: 13px; font-weight: 600; line-height: 22px; white-space: nowrap; }
.open-text { color: var(--muted); } .running-text { color: var(--running); } .blocked-text { color: var(--blocked); } .done-text { color: var(--done); }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 12px; margin: 26px 0 0; padding: 0; list-style: none; }
.tile { background: var(--column); border-radius: 14px; padding: 14px 16px; min-width: 0; }
.tile b { display: block; font-size: 21px; line-height: 1.25; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; }
.tile span { color: var(--muted); font-size: 13.5px; }
.tile.wide { grid-column: span 2; }
@media (max-width: 420px) { .tile.wide, .tile:last-child:nth-child(even) { grid-column: 1 / -1; } }
.bar { display: block; width: 100%; height: 8px; border-radius: 4px; margin-top: 10px; background: var(--edge); }
.bar .done { fill: var(--done); } .bar .running { fill: var(--running); } .bar .blocked { fill: var(--blocked); }
nav { display: flex; flex-wrap: wrap; gap: 4px 18px; margin-top: 22px; padding-bottom: 14px; border-bottom: 1px solid var(--edge); }
.phases { display: grid; gap: 12px 32px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 340px), 1fr)); margin: 0; padding: 0; list-style: none; }
.phases div { display: flex; justify-content: space-between; gap: 14px; }
.phases div span:first-child { min-width: 0; overflow-wrap: anywhere; }
.count { font-variant-numeric: tabular-nums; color: var(--muted); white-space: nowrap; }
.phases .bar { margin-top: 5px; height: 6px; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 18px; margin: 0 0 12px; color: var(--muted); font-size: 13.5px; }
.legend .icon { margin: 0; align-self: center; }
.legend span { display: inline-flex; align-items: center; gap: 7px; }
.legend svg { flex: none; }
.scroller { overflow-x: auto; border: 1px solid var(--edge); border-radius: 16px; max-height: 92vh; }
.scroller .graph { display: block; }
.graph a { outline: none; cursor: pointer; text-decoration: none; }
.graph a:hover .box, .graph a:focus .box { stroke: var(--accent); stroke-width: 2.5; }
.graph.focused .card, .graph.focused .line { opacity: 0.22; }
.graph.focused .near { opacity: 1; }
.graph.focused .line.near { stroke-width: 2.4; }
.graph .card, .graph .line { transition: opacity 0.12s; }
.path { display: flex; flex-wrap: wrap; gap: 8px; margin: 0; padding: 0; list-style: none; }
.path li { display: flex; align-items: center; gap: 8px; max-width: 100%; }
.path li + li::before { content: "→"; color: var(--critical); }
.path a { border: 1px solid var(--critical); border-radius: 8px; padding: 2px 10px; color: inherit; min-width: 0; overflow-wrap: anywhere; }
.waves { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 330px), 1fr)); gap: 14px; margin: 0; padding: 0; list-style: none; }
.wave { background: var(--column); border-radius: 14px; padding: 14px 16px; min-width: 0; }
.waves h3 { margin: 0 0 8px; }
.wave ul { margin: 0; padding: 0; list-style: none; display: grid; gap: 6px; }
.wave li a { display: grid; grid-template-columns: 16px auto 1fr auto; gap: 8px; color: inherit; align-items: baseline; overflow-wrap: anywhere; }
.wave small { display: block; color: var(--muted); padding-left: 24px; overflow-wrap: anywhere; }
.wave small.blocked-text { color: var(--blocked); }
.number { font-weight: 700; font-variant-numeric: tabular-nums; white-space: nowrap; }
.icon { width: 12px; height: 12px; fill: none; stroke: var(--open); stroke-width: 1.8; stroke-linejoin: round; stroke-linecap: round; flex: none; align-self: start; margin-top: 0.42em; }
.icon.running { fill: var(--running); stroke: var(--running); } .icon.blocked { fill: var(--blocked); stroke: var(--blocked); } .icon.done { stroke: var(--done); stroke-width: 2.2; }
.problems { margin: 0; padding: 12px 16px 12px 34px; background: var(--blocked-card); border-radius: 14px; overflow-wrap: anywhere; }
details { border-top: 1px solid var(--edge); scroll-margin-top: 12px; }
details:last-of-type { border-bottom: 1px solid var(--edge); }
summary { display: flex; gap: 10px; align-items: baseline; padding: 9px 6px; cursor: pointer; list-style: none; border-radius: 8px; }
summary::-webkit-details-marker { display: none; }
summary:hover { background: var(--column); }
summary .name { flex: 1; min-width: 0; overflow-wrap: anywhere; }
summary .count { font-size: 13.5px; }
summary .owner { max-width: 30%; overflow: hidden; text-overflow: ellipsis; }
details[open] > summary .name { font-weight: 600; }
.task { padding: 2px 6px 20px 28px; max-width: 80ch; overflow-wrap: anywhere; }
@media (max-width: 560px) { .task { padding-left: 6px; } summary .owner { display: none; } }
.task dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; margin: 0; }
.task dt { color: var(--muted); } .task dd { margin: 0; min-width: 0; }
.task h4 { font-size: 13.5px; color: var(--muted); font-weight: 600; margin: 12px 0 2px; }
.task ol, .task ul { margin: 0; padding-left: 22px; }
.task .criteria { list-style: none; padding-left: 0; }
.criteria li { padding-left: 24px; text-indent: -24px; }
.criteria li::before { content: "☐"; display: inline-block; width: 24px; text-indent: 0; color: var(--muted); }
.criteria li.checked::before { content: "☑"; color: var(--done); }
footer { max-width: 1180px; margin: 48px auto 0; padding: 0 20px 40px; color: var(--muted); font-size: 13.5px; }
@media print {
  @page { size: A4 landscape; margin: 12mm; }
  body { font-size: 11px; }
  header { padding-top: 0; }
  nav, .skip { display: none; }
  .scroller { border: 0; max-height: none; overflow: visible; }
  .scroller .graph { width: 100%; height: auto; }
  h2 { margin-top: 24px; break-after: avoid; }
  .wave, .tile, details, .path li { break-inside: avoid; }
}`.trim();

/**
 * The page's script: opens the task that the address names, highlights the neighbours of a card, and opens every task
 * for printing. Without it the page is complete, but each task has to be opened by hand.
 */
export const pageScript = `
const scroller = document.querySelector(".scroller");
const graph = scroller.querySelector(".graph");
const all = (selector) => [...document.querySelectorAll(selector)];
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!(target instanceof HTMLDetailsElement)) return;
  target.open = true;
  target.scrollIntoView();
  target.querySelector("summary").focus({ preventScroll: true });
}
function showJoined(card) {
  const id = card && card.dataset.id;
  const near = new Set([id]);
  for (const line of graph.querySelectorAll(".line")) {
    const { from, to } = line.dataset;
    const isJoined = id !== undefined && (from === id || to === id);
    line.classList.toggle("near", isJoined);
    if (isJoined) near.add(from).add(to);
  }
  for (const other of graph.querySelectorAll(".card")) other.classList.toggle("near", near.has(other.dataset.id));
  graph.classList.toggle("focused", id !== undefined);
}
for (const [event, shows] of [["mouseover", true], ["focusin", true], ["mouseout", false], ["focusout", false]]) {
  // Not on the drawing itself: that would make it a tab stop.
  scroller.addEventListener(event, ({ target }) => {
    const card = target.closest(".card");
    if (card) showJoined(shows ? card : null);
  });
}
const begin = graph.querySelector(".column:not(.done)");
if (begin) scroller.scrollLeft = begin.getAttribute("x") - 20;
addEventListener("hashchange", openTarget);
openTarget();
let closed = [];
addEventListener("beforeprint", () => {
  closed = all("details:not([open])");
  for (const task of closed) task.open = true;
});
addEventListener("afterprint", () => {
  for (const task of closed) task.open = false;
});`.trim();
