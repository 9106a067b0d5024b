/** What callers were told, as they wrote it down. */
import { readFileSync } from 'node:fs';

export interface Acknowledged {
  readonly at: number;
  readonly what: 'dispatched' | 'decided';
  readonly executionId: string;
  /** Of a dispatch its key; of a decision step, reviewer and answer. */
  readonly rest: readonly string[];
}

/** A process that was killed in the middle of a line has told nobody. */
export function readLedger(file: string): Acknowledged[] {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.flatMap((line): Acknowledged[] => {
    const [at, what, executionId, ...rest] = line.split(' ');
    if ((what !== 'dispatched' && what !== 'decided') || executionId === undefined) return [];
    return [{ at: Number(at), what, executionId, rest }];
  });
}
