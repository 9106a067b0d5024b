/** A list of issues up to the limit of contract section 1, plus one that says more exist. */
import type { ErrorCode, Issue } from './issue.js';
import { LIMITS } from './limits.js';

export class IssueList {
  private readonly issues: Issue<ErrorCode>[] = [];
  private hasMore = false;

  /** True once an issue was left out. Further checks can stop, as they would not be reported. */
  get isFull(): boolean {
    return this.hasMore;
  }

  /** Takes issues until the list is full, then stops the generator. */
  add(issues: Iterable<Issue<ErrorCode>>): void {
    for (const issue of issues) {
      this.hasMore ||= this.issues.length === LIMITS.issues;
      if (this.hasMore) return;
      this.issues.push(issue);
    }
  }

  toArray(): readonly Issue<ErrorCode>[] {
    if (!this.hasMore) return this.issues;
    const message = `more than ${LIMITS.issues} issues were found; fix these to see the rest`;
    return [...this.issues, { code: 'too-many-issues', message, path: '' }];
  }
}

/** The first issues of a long list. */
export function capped(issues: Iterable<Issue<ErrorCode>>): readonly Issue<ErrorCode>[] {
  const list = new IssueList();
  list.add(issues);
  return list.toArray();
}
