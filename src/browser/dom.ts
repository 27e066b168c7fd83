/**
 * The one element that matches.
 *
 * @throws {Error} if the page and its script don't match
 */
export function find<Kind extends Element>(
  selector: string,
  kind: new () => Kind,
  root: ParentNode = document,
): Kind {
  const element = root.querySelector(selector);
  if (!(element instanceof kind)) throw new Error(`the page has no ${kind.name} at ${selector}`);
  return element;
}

/** The part of a block that its markup names with `data-slot`. */
export function slot(root: ParentNode, name: string): HTMLElement;
export function slot<Kind extends Element>(root: ParentNode, name: string, kind: new () => Kind): Kind;
export function slot(root: ParentNode, name: string, kind = HTMLElement): HTMLElement {
  return find(`[data-slot="${name}"]`, kind, root);
}

/** Writes texts into the slots of a block, as text, so that nothing that a person wrote becomes markup. */
export function fill(root: ParentNode, texts: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(texts)) slot(root, name).textContent = text;
}

/** Writes an email into its slot, with places to break it in a narrow column: after the `@` and before each dot. */
export function fillEmail(root: ParentNode, email: string): void {
  const parts = email.split(/(?<=@)|(?=\.)/);
  const pieces = parts.flatMap((part, n) => (n === 0 ? [part] : [document.createElement("wbr"), part]));
  slot(root, "email").replaceChildren(...pieces);
}

/** A copy of the content of the page's template with this id. */
export function copyTemplate(id: string): HTMLElement {
  const content = find(`template#${id}`, HTMLTemplateElement).content.firstElementChild;
  return content?.cloneNode(true) as HTMLElement;
}

/** Shows the elements for one state of the page (`data-when`) and hides those for the others. */
export function showState(state: "signed-in" | "signed-out"): void {
  for (const element of document.querySelectorAll<HTMLElement>("[data-when]")) {
    element.hidden = element.dataset["when"] !== state;
  }
}
