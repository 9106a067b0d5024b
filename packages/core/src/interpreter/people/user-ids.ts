/** Lists of userIds that a run gives. */
import { actorId } from '../../definition/identifiers.js';

/** Looks at a list once: the same one of a run may stand for the people of all its steps. */
export class UserIdLists {
  /** Made when it is needed: most commands look at no list. */
  private known: Set<readonly unknown[]> | null = null;

  has(list: readonly unknown[]): list is readonly string[] {
    if (this.known?.has(list) === true) return true;
    const all = list.every((it) => actorId.safeParse(it).success);
    if (all) (this.known ??= new Set()).add(list);
    return all;
  }
}
