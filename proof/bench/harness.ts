/** Reliable timing on a noisy machine: contestants in turns, in rounds; medians and ratios. */

export interface Contestant {
  readonly name: string;
  /** Returns a function that does `count` units of work; its setup is not timed. */
  readonly prepare: () => Promise<(count: number) => Promise<void>>;
}

export interface Measured {
  readonly name: string;
  /** Units per second, median of all rounds. */
  readonly perSecond: number;
  readonly min: number;
  readonly max: number;
  /** Rates of the rounds, in order. */
  readonly rates: readonly number[];
}

/** A quick run that checks the benchmark: a tenth of the work in two rounds. */
export const SMALL = { isOn: false, share: 0.1, rounds: 2 };

/** Units of work, reduced in a small run. */
export const sized = (count: number): number => (SMALL.isOn ? Math.ceil(count * SMALL.share) : count);

/** Runs every contestant once per round, after one round that does not count. */
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

/** Calls `one` `count` times, `inFlight` at a time. */
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

/** `a` relative to `b`, as a factor. */
export const ratio = (a: number, b: number): string => `${(a / b).toFixed(2)} ×`;

/** The ratios by round, since load of the machine affects both in a round. */
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
