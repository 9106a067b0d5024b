/** Lists of userIds from an execution's input. */
import { actorId } from '../../definition/identifiers.js';
import type { NormalizeUserId } from '../../definition/user-ids.js';

/** Validates each list once, as it may be used by many steps. */
export class UserIdLists {
  /** Created on first use, as most commands check no list. */
  private known: Set<readonly unknown[]> | null = null;
  /** Returns the canonical form of a user id. */
  readonly normalize: NormalizeUserId;

  constructor(normalize: NormalizeUserId = (userId) => userId) {
    this.normalize = normalize;
  }

  has(list: readonly unknown[]): list is readonly string[] {
    if (this.known?.has(list) === true) return true;
    const all = list.every((it) => actorId.safeParse(it).success);
    if (all) (this.known ??= new Set()).add(list);
    return all;
  }
}
