/** Issues up to the limit of contract section 1, and one that says that there are more. */
import type { ErrorCode, Issue } from './issue.js';
import { LIMITS } from './limits.js';

export class IssueList {
  private readonly issues: Issue<ErrorCode>[] = [];
  private hasMore = false;

  /** True once an issue had to be left out: what is still to be looked for would not be reported. */
  get isFull(): boolean {
    return this.hasMore;
  }

  /** Takes issues until the list is full; a generator is not asked for more. */
  add(issues: Iterable<Issue<ErrorCode>>): void {
    for (const issue of issues) {
      this.hasMore ||= this.issues.length === LIMITS.issues;
      if (this.hasMore) return;
      this.issues.push(issue);
    }
  }

  toArray(): readonly Issue<ErrorCode>[] {
    if (!this.hasMore) return this.issues;
    const message = `there are more than these ${LIMITS.issues} issues; mend them, and the rest is reported`;
    return [...this.issues, { code: 'too-many-issues', message, path: '' }];
  }
}

/** The first issues of a long list. */
export function capped(issues: Iterable<Issue<ErrorCode>>): readonly Issue<ErrorCode>[] {
  const list = new IssueList();
  list.add(issues);
  return list.toArray();
}
