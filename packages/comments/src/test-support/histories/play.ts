/** Plays one history to its end, and says what went wrong. */
import { type CommentAnnotation, isObject } from '../../record.js';
import { History, type Step } from './history.js';
import { type Final, faultsIn } from './judge.js';
import { type Network, createNetwork } from './network.js';

interface Played {
  /** Words that were lost, doubled, back, or published; empty: none were. */
  readonly faults: readonly string[];
  /** Writes that were acknowledged. */
  readonly acknowledged: number;
}

interface Setting {
  readonly network?: Network;
  /** Ends the faults of the network's own. */
  readonly calm?: () => Promise<void>;
}

/** @param reverts whether what fails is shown no more, or kept in view. */
export async function play(
  steps: readonly Step[],
  reverts: boolean,
  { network = createNetwork(), calm }: Setting = {},
): Promise<Played> {
  const history = new History(network, reverts);
  await history.begin();
  for (const step of steps) await history.step(step);
  await calm?.();
  await history.end();
  const system = await network.signIn('system', true);
  await system.reconcile();

  const { attempts, tabs } = history;
  const faults = faultsIn(await finalsOf(network), attempts);
  for (const { client } of tabs) await client.getCommentAnnotations({ refresh: true });
  const views = tabs.map((it) => byId(it.client.snapshot()));
  // A change that is kept in view after it failed is seen by its author alone.
  if (reverts && views.some((it) => it !== views[0])) faults.push('unequal: not everybody is shown the same');
  await system.getCommentAnnotations({ refresh: true });
  const words = JSON.stringify(system.snapshot()).match(/"word\d+"/g) ?? [];
  if (new Set(words).size < words.length) faults.push('doubled: a word is there twice');
  const { threads } = await network.structure.find({
    ...{ organizationId: network.organizationId, withDeleted: true },
  });
  if (JSON.stringify(threads).includes('"commentText"')) faults.push('leaked: the service has words');
  return { faults, acknowledged: attempts.filter((it) => it.isAcknowledged).length };
}

/** Text of the threads, the same for any order of threads and fields, and for any clock. */
const byId = (threads: readonly CommentAnnotation[]): string =>
  JSON.stringify(
    threads.toSorted((a, b) => (a.annotationId < b.annotationId ? -1 : 1)),
    (_key, value: unknown) =>
      isObject(value) ? Object.fromEntries(Object.entries(value).filter(isNoTime).toSorted(byName)) : value,
  );

const isNoTime = ([name]: [string, unknown]): boolean => !['createdAt', 'lastUpdated'].includes(name);

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1);

async function finalsOf({
  content,
  structure,
  organizationId,
}: Network): Promise<ReadonlyMap<string, Final>> {
  const query = { organizationId, withDeleted: true };
  const [kept, known] = [await content.find(query), await structure.find(query)];
  const ids = [...kept.threads, ...known.threads].map((it) => it.annotationId);
  const of = (page: typeof kept, id: string) => page.threads.find((it) => it.annotationId === id);
  return new Map(ids.map((id) => [id, { content: of(kept, id), structure: of(known, id) }]));
}
