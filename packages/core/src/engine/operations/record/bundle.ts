/**
 * Writes bundles: everything that a verifier needs, as lines of JSON. It computes from what is
 * stored and hides nothing, so a database that was edited gives a bundle that fails.
 */
import type { JsonValue } from '../../../definition/json.js';
import type { RecordChain } from '../../../interpreter/chain.js';
import type { EngineEvent } from '../../../interpreter/event.js';
import type { ExecutionHeader } from '../../../interpreter/header.js';
import type { ExecutionState } from '../../../interpreter/state.js';
import type { DefinitionVersion } from '../../../ports/store/definitions.js';
import { canonicalText } from '../../../record/canonical.js';
import { toHex } from '../../../record/encodings.js';
import { type HiddenParts, Hiding, definitionText, entryOf, genesisOf } from '../../../record/entry.js';
import { runningSha256 } from '../../../record/sha256.js';
import { failedPrecondition } from '../../errors.js';
import { readState } from '../../reading/read-state.js';
import type { Reading } from '../../scope.js';
import { digestOf } from '../../record/chains.js';

const EVENTS_PER_READ = 200;
const encoder = new TextEncoder();

/** An execution with a chain, as it was when the bundle began. */
type Chained = ExecutionState & { readonly chain: RecordChain };

/** Lines of a bundle of these executions, each with its newline. */
export async function* bundleLines(on: Reading, executionIds: readonly string[]): AsyncGenerator<string> {
  const runs: Chained[] = [];
  const versions = new Map<string, DefinitionVersion>();
  for (const executionId of new Set(executionIds)) {
    const run = chainedRun(await readState(on, executionId));
    const version = await on.definitions.ofExecution(run);
    versions.set(digestOf(version), version);
    runs.push(run);
  }
  const ended = new Ending();
  yield ended.line({
    bundle: 'approval-record/1',
    complete: false,
    exportedAt: Math.floor(on.clock.now()),
    runs: runs.length,
    workspace: on.workspaceId,
  });
  for (const version of versions.values()) yield ended.line({ definition: definitionText(version) });
  for (const run of runs)
    for (const line of await runLines(on, run, digestOf(await on.definitions.ofExecution(run))))
      yield ended.line(line);
  yield ended.last();
}

function chainedRun(state: ExecutionState): Chained {
  const { chain, executionId } = state;
  if (chain !== undefined) return { ...state, chain };
  throw failedPrecondition(
    'not-chained',
    `execution "${executionId}" has no record; it gets one with its next change by an engine with the option record`,
  );
}

type Line = Record<string, JsonValue>;

/** Lines of one execution, which is held as a whole: its people stand before its events. */
async function runLines(on: Reading, run: Chained, digest: string): Promise<Line[]> {
  const { chain } = run;
  const hiding = new Hiding(chain.key);
  const people = new Map<string, readonly [userId: string, salt: string]>();
  const partsIn = (shown: Record<string, JsonValue>): HiddenParts => ({
    text: (pointer, { salt, text }) => (shown[pointer] = [salt, text]),
    person: (token, userId, salt) => people.set(token, [userId, salt]),
  });
  const shownAtFirst: Record<string, JsonValue> = {};
  const { from } = chain;
  const genesis = genesisOf(headerOf(run), { from, digest }, hiding, partsIn(shownAtFirst));
  const events: Line[] = [];
  for await (const event of eventsOf(on, run)) {
    const shown: Record<string, JsonValue> = {};
    events.push({ event: entryOf(event, hiding, partsIn(shown)), shown });
  }
  const named = [...people].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return [
    {
      genesis,
      people: named.map(([token, [userId, salt]]) => [token, userId, salt]),
      run: run.executionId,
      shown: shownAtFirst,
      until: from - 1,
    },
    ...events,
  ];
}

/** The run as it was before the chain began. */
function headerOf(run: Chained): ExecutionHeader {
  const { parties: _, ...header } = run;
  const parties = run.chain.parties === undefined ? run.parties : run.chain.parties;
  return parties === undefined || parties === null ? header : { ...header, parties };
}

async function* eventsOf({ store }: Reading, run: Chained): AsyncGenerator<EngineEvent> {
  const { workspaceId, executionId, chain } = run;
  let afterSeq = chain.from - 1;
  while (afterSeq < chain.seq) {
    const limit = Math.min(EVENTS_PER_READ, chain.seq - afterSeq);
    const key = { workspaceId, executionId };
    const events = await store.readEvents({ ...key, afterSeq, limit, externalOnly: false });
    yield* events.filter((it) => it.seq <= chain.seq);
    const last = events.at(-1);
    // Events that were deleted are not there; the verifier says so.
    if (last === undefined) return;
    afterSeq = last.seq;
  }
}

/** Counts and hashes the lines for the last one. */
class Ending {
  private readonly hash = runningSha256();
  private lines = 0;

  line(value: Line): string {
    const text = `${canonicalText(value)}\n`;
    this.hash.add(encoder.encode(text));
    this.lines += 1;
    return text;
  }

  last(): string {
    return `${canonicalText({ end: this.lines, sha256: toHex(this.hash.end()) })}\n`;
  }
}
