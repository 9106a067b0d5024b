/**
 * The in-memory store: the reference for the store contract, and what tests and small tools run on. One process,
 * nothing survives it. Every method is done when it returns its promise, so nothing races inside.
 */
import { isTerminal } from '../interpreter/state.js';
import type { Change, CommitAnswer } from '../ports/store/executions.js';
import type { ApprovalStore } from '../ports/store/store.js';
import { MemoryDefinitions } from './definitions.js';
import { MemoryJobs } from './jobs.js';
import { MemoryWorkspace } from './workspace.js';

/** What a workspace without executions is read as; nothing is ever written to it. */
const NO_WORKSPACE = new MemoryWorkspace();

/** A new, empty store. */
export function createMemoryStore(): ApprovalStore {
  const definitions = new MemoryDefinitions();
  const workspaces = new Map<string, MemoryWorkspace>();
  const jobs = new MemoryJobs(({ workspaceId, executionId }) => workspace(workspaceId).find(executionId));

  const workspace = (workspaceId: string): MemoryWorkspace => workspaces.get(workspaceId) ?? NO_WORKSPACE;

  const commitOne = (change: Change): CommitAnswer => {
    const refusal = refuse(change);
    if (refusal !== null) return refusal;
    const { state } = change;
    const definition = { workspaceId: state.workspaceId, uid: state.definitionUid };
    if (change.expectedSeq === 0) definitions.countExecution(definition, 1);
    if (isTerminal(state.status)) definitions.countExecution(definition, -1);
    if (!workspaces.has(state.workspaceId)) workspaces.set(state.workspaceId, new MemoryWorkspace());
    workspace(state.workspaceId).write(change);
    for (const claim of change.claims) if (claim.finishes) jobs.finish(claim);
    if (change.endedStepIds.length > 0) jobs.removeOfSteps(state, change.endedStepIds);
    for (const job of change.newJobs) jobs.add(state, job);
    return { kind: 'committed' };
  };

  const refuse = ({ state, expectedSeq, claims }: Change): CommitAnswer | null => {
    const known = workspace(state.workspaceId).find(state.executionId);
    if ((known?.state.seq ?? 0) !== expectedSeq) return { kind: 'conflict' };
    const lost = claims.filter((claim) => !jobs.holds(claim));
    if (lost.length > 0) return { kind: 'lost-claims', claims: lost };
    if (expectedSeq > 0) return null;
    const { idempotencyKey, workspaceId, definitionUid: uid } = state;
    if (idempotencyKey !== null && workspace(workspaceId).findByIdempotencyKey(idempotencyKey)) {
      return { kind: 'duplicate' };
    }
    return definitions.isActive({ workspaceId, uid }) ? null : { kind: 'definition-gone' };
  };

  return {
    contractVersion: 1,
    shared: false,

    createDefinition: async (first) => definitions.create(first),
    addDefinitionVersion: async (next) => definitions.add(next),
    deleteDefinition: async (ref) => definitions.delete(ref),
    findDefinitions: async (keys) => keys.map((key) => definitions.head(key)),
    loadDefinitions: async (refs) => refs.map((ref) => definitions.version(ref)),
    listDefinitions: async (scope, page) => definitions.list(scope, page),

    commit: async (changes) => changes.map(commitOne),
    loadExecutions: async (keys) =>
      keys.map(({ workspaceId, executionId }) => workspace(workspaceId).find(executionId)?.state ?? null),
    findByIdempotencyKeys: async (keys) =>
      keys.map(
        ({ workspaceId, idempotencyKey }) =>
          workspace(workspaceId).findByIdempotencyKey(idempotencyKey)?.state ?? null,
      ),
    readEvents: async (query) => workspace(query.workspaceId).readEvents(query),
    listExecutions: async (query, page) => workspace(query.workspaceId).list(query, page),
    listWaiting: async (query, page) => workspace(query.workspaceId).listWaiting(query, page),

    claimJobs: async (request) => jobs.claim(request),
    extendJobs: async (claims, { now, leaseMs }) => claims.map((claim) => jobs.extend(claim, now + leaseMs)),
    finishJobs: async (claims) => claims.map((claim) => jobs.finish(claim)),
    releaseJobs: async (claims) => {
      for (const claim of claims) jobs.release(claim);
    },
  };
}
