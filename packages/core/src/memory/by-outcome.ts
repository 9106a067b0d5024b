/** Completed executions of one workspace in memory, by outcome. */

interface Positioned {
  readonly state: { readonly outcome?: string | null };
  readonly position: number;
}

const NONE: readonly never[] = Object.freeze([]);

export class ByOutcome<R extends Positioned> {
  /** Ascending positions. */
  private readonly records = new Map<string, R[]>();

  add(record: R): void {
    const { outcome } = record.state;
    if (outcome == null) return;
    const known = this.records.get(outcome);
    if (known === undefined) this.records.set(outcome, [record]);
    else known.splice(placeIn(known, record.position), 0, record);
  }

  of(outcome: string): readonly R[] {
    return this.records.get(outcome) ?? NONE;
  }

  remove(gone: ReadonlySet<R>): void {
    for (const [outcome, records] of this.records) {
      const left = records.filter((it) => !gone.has(it));
      if (left.length === 0) this.records.delete(outcome);
      else this.records.set(outcome, left);
    }
  }
}

/** Index of the first record with a higher position. */
function placeIn(records: readonly Positioned[], position: number): number {
  let low = 0;
  let high = records.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((records[middle] as Positioned).position < position) low = middle + 1;
    else high = middle;
  }
  return low;
}
