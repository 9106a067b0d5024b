/** Timing that can be trusted on a noisy machine: contestants in turn, round after round; medians and ratios. */

export interface Contestant {
  readonly name: string;
  /** Does `count` units of work; what it sets up first is not timed. */
  readonly prepare: () => Promise<(count: number) => Promise<void>>;
}

export interface Measured {
  readonly name: string;
  /** Units per second, the median of all rounds. */
  readonly perSecond: number;
  readonly min: number;
  readonly max: number;
  /** Each round's, in their order. */
  readonly rates: readonly number[];
}

/** A small run says whether the benchmark works and roughly what comes of it: a tenth of the work, in two rounds. */
export const SMALL = { isOn: false, share: 0.1, rounds: 2 };

/** So many units of work, or what a small run makes of them. */
export const sized = (count: number): number => (SMALL.isOn ? Math.ceil(count * SMALL.share) : count);

/** Runs every contestant once per round, after one round that is not counted. */
export async function compare(
  contestants: readonly Contestant[],
  whole: number,
  allRounds = 7,
): Promise<Measured[]> {
  const count = sized(whole);
  const rounds = SMALL.isOn ? SMALL.rounds : allRounds;
  const rates = contestants.map((): number[] => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [index, contestant] of contestants.entries()) {
      const work = await contestant.prepare();
      globalThis.gc?.();
      const began = performance.now();
      await work(count);
      const rate = (count / (performance.now() - began)) * 1_000;
      if (round > 0) rates[index]?.push(rate);
    }
  }
  return contestants.map(({ name }, index) => {
    const own = rates[index] ?? [];
    return { name, perSecond: median(own), min: Math.min(...own), max: Math.max(...own), rates: own };
  });
}

export const median = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
};

/** Calls `one` until it was called `count` times, `inFlight` at a time. */
export async function inFlight(
  width: number,
  count: number,
  one: (index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) await one(next++);
  };
  await Promise.all(Array.from({ length: Math.min(width, count) }, lane));
}

export const whole = (number: number): string => Math.round(number).toLocaleString('en-US');

/** `a` against `b`, as a factor. */
export const ratio = (a: number, b: number): string => `${(a / b).toFixed(2)} ×`;

/** The same round by round: what the machine did to one of them it mostly did to the other. */
export const ratios = (a: readonly number[], b: readonly number[]): number[] =>
  a.map((value, index) => value / (b[index] ?? NaN));

export function printRates(title: string, measured: readonly Measured[], unit: string): void {
  console.log(`\n${title}`);
  for (const { name, perSecond, min, max } of measured) {
    console.log(
      `  ${name.padEnd(28)} ${whole(perSecond).padStart(11)} ${unit}/s   (${whole(min)} – ${whole(max)})`,
    );
  }
}
