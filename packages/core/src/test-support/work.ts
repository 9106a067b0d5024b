/**
 * Time as work: CPU time of this process, in units of a loop that is timed beside it, so that neither a slow machine nor a
 * busy one fails a test. One unit is about a millisecond of an idle machine.
 */

const ROUNDS = 3;

/** How many units of work `act` takes: the best of three times over the best of the loop beside them. */
export function unitsOf(act: () => void): number {
  const unit = unitMicroseconds();
  let best = Infinity;
  // What is far from any limit that a test could mean is not done again.
  for (let round = 0; round < ROUNDS && best > 10 * unit; round++) best = Math.min(best, cpuTimeOf(act));
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
