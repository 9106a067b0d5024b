/** The number of runs of each status, if the store can count. */
import { status } from '../../html/format.js';
import { type Html, html } from '../../html/html.js';
import type { Context } from '../context.js';
import type { Filters } from './filters.js';

const COUNTED = ['running', 'completed', 'failed', 'cancelled'] as const;
/** Maximum of a count, so that its cost is bounded. */
const MOST = 1_000;

/** Links to the runs of each status, with the other filters; null if the store cannot count. */
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
