/**
 * The one element that matches.
 *
 * @throws {Error} where the page and its script do not fit together
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

/** Writes texts into the slots of a block; as text, so that nothing a person wrote becomes markup. */
export function fill(root: ParentNode, texts: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(texts)) slot(root, name).textContent = text;
}

/** A fresh copy of what the page's template of this id holds. */
export function copyTemplate(id: string): HTMLElement {
  const content = find(`template#${id}`, HTMLTemplateElement).content.firstElementChild;
  return content?.cloneNode(true) as HTMLElement;
}

/** Shows what belongs to one state of the page (`data-when`) and hides what belongs to the other. */
export function showState(state: "signed-in" | "signed-out"): void {
  for (const element of document.querySelectorAll<HTMLElement>("[data-when]")) {
    element.hidden = element.dataset["when"] !== state;
  }
}
