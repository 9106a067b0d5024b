/** The heads that definitions were chosen by (see `Change.knownHeads`). */
import type { Change } from '@org/approval-core/store';
import type { Session } from '../../sql/driver.js';
import type { StoreContext } from '../context.js';
import { findHeads } from '../records/definitions.js';

/** Creations whose head has changed since; read behind the locks on the definitions. */
export async function outdatedHeads(
  context: StoreContext,
  session: Session,
  creations: readonly Change[],
): Promise<Set<Change>> {
  const known = creations.flatMap((change) => (change.knownHeads ?? []).map((it) => ({ change, ...it })));
  const heads = known.length === 0 ? [] : await findHeads(context, known, session);
  const outdated = known.filter(({ head }, index) => {
    const now = heads[index] ?? null;
    return now?.uid !== head?.uid || now?.version !== head?.version;
  });
  return new Set(outdated.map((it) => it.change));
}
