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
