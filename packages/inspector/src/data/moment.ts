/** A run as it was after any of its events. */
import type { DefinitionVersion } from '@org/approval-core/store';
import { type EngineEvent, type ExecutionState, beginFold } from '@org/approval-core/interpreter';
import type { InspectorOptions } from '../options.js';

export interface Moment {
  readonly definition: DefinitionVersion;
  /** State after the event `at`. */
  readonly state: ExecutionState;
  readonly at: number;
  /** seq of the last event so far. */
  readonly last: number;
  /** Events around the moment, in order. */
  readonly events: readonly EngineEvent[];
}

const PAGE = 500;
/** Events that are shown before and after the moment. */
const AROUND = 60;
/** More events than the largest runs have; longer runs would take too long to read. */
const MOST = 250_000;

/** Returns null for an unknown run. Folds events as it reads them, so memory stays bounded. */
export async function momentOf(
  store: InspectorOptions['store'],
  workspaceId: string,
  executionId: string,
  asked: number | null,
): Promise<Moment | null> {
  const key = { workspaceId, executionId };
  const [now] = await store.loadExecutions([key]);
  if (now === null || now === undefined) return null;
  const ref = { workspaceId, uid: now.definitionUid, version: now.definitionVersion };
  const [definition] = await store.loadDefinitions([ref]);
  if (definition === null || definition === undefined) return null;
  const last = now.seq;
  const at = Math.min(asked ?? last, last, MOST);
  const first = Math.max(0, at - AROUND);
  const around = await store.readEvents({ ...key, afterSeq: first, limit: 2 * AROUND, externalOnly: false });
  const state = at === last ? now : await stateAt(store, now, at);
  return { definition, state, at, last, events: around };
}

async function stateAt(
  store: InspectorOptions['store'],
  now: ExecutionState,
  at: number,
): Promise<ExecutionState> {
  const { workspaceId, executionId } = now;
  const folding = beginFold(now);
  for (let afterSeq = 0; afterSeq < at;) {
    const limit = Math.min(PAGE, at - afterSeq);
    const page = await store.readEvents({ workspaceId, executionId, afterSeq, limit, externalOnly: false });
    if (page.length === 0) break;
    folding.add(page);
    afterSeq += page.length;
  }
  return folding.state;
}
