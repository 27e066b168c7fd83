import { find } from "./dom.ts";
import type { Explain } from "./failure.ts";
import { attempt } from "./fault.ts";
import { lastOf } from "./late-answer.ts";
import { createPager } from "./pager.ts";

/** What an answer says about a page; pages count from 1. */
interface PageFacts {
  readonly page: number;
  readonly total: number;
  readonly totalPages: number;
}

interface PagedListOptions<Page extends PageFacts> {
  read(page: number): Promise<Page>;
  /** The items of a page, and in words how many there are in all. Not called for an answer that comes too late. */
  present(page: Page): { readonly rows: readonly HTMLElement[]; readonly count: string };
}

/**
 * A list that is shown page by page, perhaps with a form that filters it. The id of each of its parts begins with its
 * name: `users-title` is the heading of `users`.
 */
export function createPagedList<Page extends PageFacts>(
  name: string,
  explain: Explain,
  { read, present }: PagedListOptions<Page>,
) {
  const section = find(`#${name}-section`, HTMLElement);
  const filter = section.querySelector<HTMLFormElement>("form.filter");
  const list = find(`#${name}`, HTMLElement);
  const table = list.closest<HTMLElement>(".table-card");
  const showPlace = createPager(`${name}-pager`, goTo);
  const readLast = lastOf(readPage);
  let current = 1;

  /** If the last page has lost its only item, the previous page is now the last one. */
  async function readPage(page: number): Promise<Page> {
    const answer = await read(page);
    const { totalPages } = answer;
    return page > 1 && page > totalPages ? readPage(Math.max(totalPages, 1)) : answer;
  }

  const showPage = (page: number): Promise<void> =>
    attempt(section, explain, async () => {
      const answer = await readLast(page);
      const { rows, count } = present(answer);
      current = answer.page;
      list.replaceChildren(...rows);
      find(`#${name}-none`, HTMLElement).hidden = answer.total > 0;
      if (table !== null) table.hidden = answer.total === 0;
      find(`#${name}-count`, HTMLElement).textContent = count;
      showPlace(answer);
    });

  /** The button that was pressed may be gone with the old page, so the focus goes to the heading. */
  async function goTo(page: number): Promise<void> {
    await showPage(page);
    find(`#${name}-title`, HTMLElement).focus();
  }

  filter?.addEventListener("submit", (event) => {
    event.preventDefault();
    void showPage(1);
  });

  return {
    /** Empties the filter, and shows the first page or hides the list. */
    async start(isShown = true): Promise<void> {
      section.hidden = !isShown;
      filter?.reset();
      if (isShown) await showPage(1);
    },
    goTo,
    /** Shows the current page again. */
    reload: () => goTo(current),
  };
}
