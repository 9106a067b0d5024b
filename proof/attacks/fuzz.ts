/** The fuzzer: sends generated requests to every adapter and expects a quick envelope for each. */
import fc from 'fast-check';
import { itemAt } from '@org/approval-internal/lists';
import { Coverage } from './coverage.js';
import { type Finding, MOST_HELD } from './finding.js';
import type { Drawn } from './drawn.js';
import { requests } from './requests.js';
import { type Received, type Sent, credentials, send, sendAll } from './target/client.js';
import { withIds } from './permit-ids.js';
import type { Seed } from './target/subject.js';
import type { Target } from './target/target.js';

/** Older engines are replaced, so that heap growth shows leaks and not stored data. */
const REQUESTS_PER_ENGINE = 1_000;
const REQUESTS_PER_BATCH = 500;
/** Times count only if they repeat alone. */
const TIMES_ALONE = 3;
/** Suspects of each batch that are repeated. */
const MOST_SUSPECTS = 200;

export interface FuzzOptions {
  readonly requests: number;
  readonly seed: number;
  /** Time in ms since the epoch after which nothing new starts. */
  readonly until?: number;
}

export interface FuzzResult {
  readonly findings: readonly Finding[];
  readonly sent: number;
  /** Number of responses by status. */
  readonly statuses: ReadonlyMap<string, number>;
  /** The same by operation, against the possible ones. */
  readonly coverage: Coverage;
  /** Longest turn of the whole suite under load, in units. */
  readonly held: number;
}

const INTERNALS = /\\n +at |\.[cm]?[jt]s:\d|node_modules|"stack":|"cause":\{/i;

/** Properties that no response may have. */
function faultOf({ method = 'POST' }: Sent, { status, body, headers, fault }: Received): string | null {
  if (status === 0) return fault;
  if (status >= 500) return `${status} ${body.slice(0, 500)}`;
  if (INTERNALS.test(body)) return `it quotes the inside: ${body.slice(0, 500)}`;
  if (method === 'HEAD') return body === '' ? null : 'a HEAD with a body';
  const isJson = String(headers['content-type']).startsWith('application/json');
  if (!isJson) return `not JSON: ${String(headers['content-type'])} ${body.slice(0, 200)}`;
  return null;
}

function statusOf({ status, body }: Received): string {
  if (status === 200) return 'OK';
  return /"status":"([A-Z_]+)"/.exec(body)?.[1] ?? String(status);
}

class Fuzzer {
  readonly findings: Finding[] = [];
  readonly statuses = new Map<string, number>();
  readonly coverage = new Coverage();
  held = 0;
  private readonly target: Target;

  constructor(target: Target) {
    this.target = target;
  }

  addressed(all: readonly Drawn[], port: number, { permits }: Seed): Sent[] {
    const own = (role: Drawn['role']) => credentials(this.target.address, role);
    return all.map(({ role, ...it }) => ({
      ...it,
      port,
      headers: { ...own(role), ...it.headers },
      body: withIds(it.body, permits),
    }));
  }

  async batch(adapter: string, all: readonly Sent[]): Promise<void> {
    const answers = await sendAll(all);
    for (const [index, answer] of answers.entries()) {
      const it = statusOf(answer);
      this.statuses.set(it, (this.statuses.get(it) ?? 0) + 1);
      this.coverage.add(itemAt(all, index).path, it);
      const fault = faultOf(itemAt(all, index), answer);
      if (fault !== null) this.say(adapter, itemAt(all, index), fault);
    }
    const { held, faults } = await this.target.report();
    this.held = Math.max(this.held, held);
    for (const fault of faults) this.findings.push({ suite: 'fuzz', attack: adapter, fault });
    if (held > MOST_HELD) await this.lookClosely(adapter, all);
  }

  /** Many requests together may hold the loop in turns; each alone may not. */
  private async lookClosely(adapter: string, all: readonly Sent[]): Promise<void> {
    const longest = [...all].sort((a, b) => b.body.length - a.body.length).slice(0, MOST_SUSPECTS);
    for (const suspect of longest) {
      let least = Infinity;
      for (let time = 0; time < TIMES_ALONE && least > MOST_HELD; time++) {
        await this.target.report();
        await send(suspect);
        least = Math.min(least, (await this.target.report()).held);
      }
      if (least > MOST_HELD) this.say(adapter, suspect, `it held the loop for ${least.toFixed(0)} units`);
    }
  }

  private say(adapter: string, { method = 'POST', path, body }: Sent, fault: string): void {
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
    this.findings.push({
      suite: 'fuzz',
      attack: `${adapter}: ${method} ${path} ${text.slice(0, 1_000)}`,
      fault,
    });
  }
}

export async function fuzz(target: Target, options: FuzzOptions): Promise<FuzzResult> {
  const { requests: count, seed, until = Infinity } = options;
  const fuzzer = new Fuzzer(target);
  const adapters = Object.entries(target.address.ports);
  let sent = 0;
  let seeded = await target.fresh();
  for (let round = 0; sent < count && Date.now() < until; round++) {
    if (round > 0 && (round * REQUESTS_PER_BATCH) % REQUESTS_PER_ENGINE === 0) seeded = await target.fresh();
    const numRuns = Math.min(REQUESTS_PER_BATCH, count - sent);
    const drawn = fc.sample(requests, { seed: seed + round, numRuns });
    const [adapter, port] = itemAt(adapters, round % adapters.length);
    await fuzzer.batch(adapter, fuzzer.addressed(drawn, port, seeded));
    sent += numRuns;
  }
  const { findings, statuses, held, coverage } = fuzzer;
  return { findings, sent, statuses, held, coverage };
}
