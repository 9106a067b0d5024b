/** The engine against others (`proof/bench/peers/README.md`), in turns. */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { PEER_GOALS } from './goals.js';
import { SMALL, inFlight, sized } from './harness.js';
import { note } from './report.js';
import { engineOn } from './store.js';

interface Measured {
  readonly name: string;
  readonly perSecond: number;
  /** Time in ms until a decision was acknowledged; null if the engine has no such moment. */
  readonly p50: number | null;
}

/** Concurrency, and approvals of a round. */
const WIDTHS = [
  [1, 100],
  [32, 640],
  [256, 1_280],
] as const;
const ROUNDS = 5;

interface PeerOptions {
  readonly url: string;
  readonly folder: string;
  readonly only?: number | undefined;
}

export async function benchPeers({ url, folder, only }: PeerOptions): Promise<void> {
  const programs = readdirSync(folder).filter((it) => it.endsWith('.mjs'));
  if (programs.length === 0) throw new Error(`${folder} holds no program of another engine`);
  const engine = await engineOn(url);
  for (const [width, count] of WIDTHS.filter(([it]) => only === undefined || it === only)) {
    const approvals = sized(count);
    console.log(`\nFull approvals against other engines, ${width} in flight`);
    const ratios = new Map<string, number[]>();
    const latencies = new Map<string, number[]>();
    for (let round = 0; round < (SMALL.isOn ? SMALL.rounds : ROUNDS); round++) {
      // One more round for the engine, so that both are warm.
      await inFlight(width, Math.min(100, approvals), engine.approve);
      const own = await measure(width, approvals, engine.approve);
      for (const program of programs) {
        const other = await peer(resolve(folder, program), { url, width, approvals });
        if (other === null) continue;
        push(ratios, other.name, own.perSecond / other.perSecond);
        if (other.p50 !== null) push(latencies, other.name, own.p50 / other.p50);
      }
    }
    for (const [name, all] of ratios)
      note(`engine : ${name}, ${width} in flight`, '×', all, PEER_GOALS[name]?.[width]);
    for (const [name, all] of latencies) note(`p50 of engine : ${name}, ${width} in flight`, '×', all);
  }
  await engine.close();
}

const push = (lists: Map<string, number[]>, name: string, value: number): void =>
  void lists.set(name, [...(lists.get(name) ?? []), value]);

async function measure(width: number, count: number, approve: () => Promise<number>) {
  const latencies: number[] = [];
  const began = performance.now();
  await inFlight(width, count, async () => void latencies.push(await approve()));
  const perSecond = (count / (performance.now() - began)) * 1_000;
  return { perSecond, p50: latencies.toSorted((a, b) => a - b)[Math.floor(count / 2)] ?? NaN };
}

async function peer(
  program: string,
  { url, width, approvals }: { readonly url: string; readonly width: number; readonly approvals: number },
): Promise<Measured | null> {
  try {
    const env = { ...process.env, STORE: url, IN_FLIGHT: `${width}`, APPROVALS: `${approvals}` };
    const { stdout } = await promisify(execFile)(process.execPath, [program], { env });
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Measured;
  } catch (error) {
    console.warn(`  left out: ${program}: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}
