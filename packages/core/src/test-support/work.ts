/**
 * Time as work: CPU time of this process, in units of a loop timed beside it, so that slow or busy
 * machines fail no test. One unit is about 1 ms on an idle machine.
 */

const MOST_ROUNDS = 10;

/**
 * Returns the units of work of `act`: its best time over the best of the loop beside it.
 * @param enough a result below it is final. Above it `act` runs again, up to 10 times: garbage
 * collection and other load multiply a single time, but not 10 in a row.
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
