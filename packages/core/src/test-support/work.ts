/**
 * Time as work: CPU time of this process, in units of a loop that is timed beside it, so that neither a slow machine nor a
 * busy one fails a test. One unit is about a millisecond of an idle machine.
 */

const MOST_ROUNDS = 10;

/**
 * How many units of work `act` takes: the best time over the best of the loop beside it.
 * @param enough below this it is not done again. Above it is, up to ten times: the collector's own threads and a neighbour on the machine
 * make one time several times what it is, but not ten in a row.
 */
export function unitsOf(act: () => void, enough: number): number {
  let best = Infinity;
  let unit = Infinity;
  for (let round = 0; round < MOST_ROUNDS && best >= enough * unit; round++) {
    unit = Math.min(unit, unitMicroseconds());
    best = Math.min(best, cpuTimeOf(act));
  }
  return best / unit;
}

/** One unit of work on this machine, in µs of CPU time. */
export const unitMicroseconds = (): number =>
  Math.min(...Array.from({ length: 10 }, () => cpuTimeOf(calibration)));

/** µs */
function cpuTimeOf(act: () => void): number {
  const before = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** Allocation, maps and short texts, as the engine's own work is made of. */
function calibration(): void {
  const map = new Map<string, number[]>();
  for (let index = 0; index < 20_000; index++) {
    const key = `key-${index % 500}`;
    const known = map.get(key);
    if (known) known.push(index);
    else map.set(key, [index]);
  }
  if (map.size !== 500) throw new Error('the calibration is broken');
}
