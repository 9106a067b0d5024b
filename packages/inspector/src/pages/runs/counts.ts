/** How many runs there are of each status, where the store counts. */
import { status } from '../../html/format.js';
import { type Html, html } from '../../html/html.js';
import type { Context } from '../context.js';
import type { Filters } from './filters.js';

const COUNTED = ['running', 'completed', 'failed', 'cancelled'] as const;
/** Counts go no further, so that they cost the same however many runs there are. */
const MOST = 1_000;

/** Each leads to those runs, with the other filters as they are; null: the store does not count. */
export async function countsPart({ site, store, given }: Context, filters: Filters): Promise<Html | null> {
  if (store.countExecutions === undefined) return null;
  const count = store.countExecutions.bind(store);
  const { workspaceId } = site;
  const counts = await Promise.all(
    COUNTED.map((it) => count({ workspaceId, ...filters, status: it }, MOST + 1)),
  );
  const { cursor: _, ...rest } = Object.fromEntries(given);
  const items = COUNTED.map((name, index) => {
    const found = counts[index] ?? 0;
    const url = site.url('runs', { ...rest, status: name });
    const isShown = filters.status === name ? html`aria-current="true"` : null;
    return html`<li>
      <a href="${url}" ${isShown}
        >${status(name)} <strong>${found > MOST ? `over ${MOST}` : found}</strong></a
      >
    </li>`;
  });
  return html`<ul class="counts" aria-label="How many">
    ${items}
  </ul>`;
}
