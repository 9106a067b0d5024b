/** The acknowledgments of callers, as recorded. */
import { readFileSync } from 'node:fs';

export interface Acknowledged {
  readonly at: number;
  readonly what: 'dispatched' | 'decided';
  readonly executionId: string;
  /** The key of a dispatch; step, reviewer and decision of a decision. */
  readonly rest: readonly string[];
}

/** An incomplete line of a killed process was not acknowledged. */
export function readLedger(file: string): Acknowledged[] {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.flatMap((line): Acknowledged[] => {
    const [at, what, executionId, ...rest] = line.split(' ');
    if ((what !== 'dispatched' && what !== 'decided') || executionId === undefined) return [];
    return [{ at: Number(at), what, executionId, rest }];
  });
}
