/** Places that callers hold: a total, and a share of it for each workspace and each subject. */

/** Maximum numbers of places. */
export interface ShareLimits {
  readonly total: number;
  readonly ofWorkspace: number;
  readonly ofSubject: number;
}

/** A caller that takes places. */
export interface ShareHolder {
  readonly workspaceId: string;
  /** User of the caller; the callers without one in a workspace share one share. */
  readonly subject: string | null;
}

/** Counts places, so that no workspace and no subject takes those of all others. */
export class Shares {
  private readonly limits: ShareLimits;
  private readonly held = new Map<string, number>();

  constructor(limits: ShareLimits) {
    this.limits = limits;
  }

  /** Takes a place; returns the function that frees it, or null if a limit is reached. */
  take({ workspaceId, subject }: ShareHolder): (() => void) | null {
    const { total, ofWorkspace, ofSubject } = this.limits;
    const places = [
      ['', total],
      [JSON.stringify([workspaceId]), ofWorkspace],
      [JSON.stringify([workspaceId, subject]), ofSubject],
    ] as const;
    if (places.some(([key, most]) => this.countOf(key) >= most)) return null;
    for (const [key] of places) this.held.set(key, this.countOf(key) + 1);
    let isFree = false;
    return () => {
      if (isFree) return;
      isFree = true;
      for (const [key] of places) this.release(key);
    };
  }

  private countOf(key: string): number {
    return this.held.get(key) ?? 0;
  }

  private release(key: string): void {
    const left = this.countOf(key) - 1;
    if (left <= 0) this.held.delete(key);
    else this.held.set(key, left);
  }
}
