/**
 * `npm run attack -- --only fuzz,bombs --requests 50000 --tries 100 --seconds 200 --seed 1`: all
 * suites against a server with a small heap. Prints findings and worst cases, and fails for
 * findings.
 */
import { parseArgs } from 'node:util';
import { worstOf } from './bombs/detonate.js';
import { type Tried, alone, pairs, search, tryShape } from './bombs/search.js';
import { type Finding, MOST_HELD } from './finding.js';
import { fuzz } from './fuzz.js';
import { attackMemory } from './memory.js';
import { attackSender } from './receivers.js';
import { Target, TargetEnded } from './target/target.js';
import { attackWire } from './wire.js';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    /** Requests of the fuzzer. */
    requests: { type: 'string', default: '50000' },
    /** Tries in the search for the worst bomb. */
    tries: { type: 'string', default: '50' },
    /** Tests every pair of limits instead of one in ten. */
    'all-pairs': { type: 'boolean', default: false },
    /** Seconds for each suite, after which nothing new starts. */
    seconds: { type: 'string', default: '120' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const seed = Number(values.seed);
const until = () => Date.now() + Number(values.seconds) * 1_000;

const judged = (tried: readonly Tried[]): Finding[] =>
  tried.flatMap(({ what, blast }) => [
    ...blast.faults.map((fault) => ({ suite: 'bombs', attack: what, fault })),
    ...(worstOf(blast) > MOST_HELD
      ? [{ suite: 'bombs', attack: what, fault: `it held the loop for ${worstOf(blast).toFixed(0)} units` }]
      : []),
  ]);

async function bombs(target: Target): Promise<Finding[]> {
  const end = until();
  const stride = values['all-pairs'] ? 1 : 10;
  const tried: Tried[] = [];
  for (const shape of [...alone(), ...pairs().filter((_, index) => (index + seed) % stride === 0)]) {
    if (Date.now() < end) tried.push(await tryShape(target, shape));
  }
  tried.push(...(await search(target, { tries: Number(values.tries), seed, until: end })));
  console.log(
    `  ${tried.length} bombs; the worst, in units of the calibration loop (about ms of an idle machine):`,
  );
  for (const { what, blast } of tried.sort((a, b) => worstOf(b.blast) - worstOf(a.blast)).slice(0, 10)) {
    const stages = Object.entries(blast.held).map(([stage, units]) => `${stage} ${units.toFixed(0)}`);
    console.log(
      `  ${worstOf(blast).toFixed(0).padStart(5)}  ${what} (${stages.join(', ')}; ${blast.ending})`,
    );
  }
  return judged(tried);
}

/** Requests that reach every possible status. */
const COVERING_REQUESTS = 50_000;

const SUITES: Readonly<Record<string, (target: Target) => Promise<readonly Finding[]>>> = {
  async fuzz(target) {
    const result = await fuzz(target, { requests: Number(values.requests), seed, until: until() });
    console.log(`  ${result.sent} requests: ${JSON.stringify(Object.fromEntries(result.statuses))}`);
    console.log(`  the longest turn, with all of them at once: ${result.held.toFixed(0)} units`);
    for (const line of result.coverage.lines()) console.log(`  ${line}`);
    const missed = result.sent < COVERING_REQUESTS ? [] : result.coverage.missing();
    const unreached = missed.map((attack) => ({
      suite: 'fuzz',
      attack,
      fault: 'this answer was never reached',
    }));
    return [...result.findings, ...unreached];
  },
  bombs,
  wire: attackWire,
  receivers: attackSender,
  async memory(target) {
    const { findings, heapUsed, rss, refused } = await attackMemory(target);
    console.log(`  heap ${heapUsed.toFixed(0)} MiB, all of the process ${rss.toFixed(0)} MiB`);
    console.log(`  ${refused} requests were refused for lack of room`);
    return findings;
  },
};

const names = values.only?.split(',') ?? Object.keys(SUITES);
const target = await Target.start();
let found = 0;
for (const name of names) {
  const suite = SUITES[name];
  if (suite === undefined)
    throw new Error(`unknown suite "${name}"; use one of ${Object.keys(SUITES).join(', ')}`);
  console.log(`${name} (seed ${seed})`);
  const findings = await suite(target).catch((error: unknown): readonly Finding[] => {
    if (!(error instanceof TargetEnded)) throw error;
    return [{ suite: name, attack: 'what was under way', fault: error.message }];
  });
  for (const it of findings.slice(0, 50)) console.error(`  FOUND ${it.attack}\n    ${it.fault}`);
  console.log(`  ${findings.length} findings`);
  found += findings.length;
  if (!target.isAlive) break;
}
await target.stop();
process.exit(found === 0 ? 0 : 1);
