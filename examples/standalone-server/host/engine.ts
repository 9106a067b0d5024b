/** The engine as the flags of the host want it. */
import { type ApprovalEngine, type EngineOptions, createApprovalEngine } from '@org/approval-core';
import type { HostFlags } from './flags.js';
import { writeHostRows } from './on-commit.js';

export interface HostEngine {
  readonly engine: ApprovalEngine;
  /**
   * Error of `createApprovalEngine` for `onCommit`, in which case the engine has none; null
   * otherwise.
   */
  readonly onCommit: string | null;
}

export function hostEngine(flags: HostFlags, given: EngineOptions): HostEngine {
  const options = { ...given, ...retentionOf(flags) };
  if (!flags['on-commit']) return { engine: createApprovalEngine(options), onCommit: null };
  try {
    return { engine: createApprovalEngine({ ...options, onCommit: writeHostRows }), onCommit: null };
  } catch (error) {
    return { engine: createApprovalEngine(options), onCommit: (error as Error).name };
  }
}

function retentionOf({ 'retention-ms': keepMs }: HostFlags): Pick<EngineOptions, 'retention'> {
  if (keepMs === undefined) return {};
  return { retention: { endedMs: Number(keepMs), feedMs: Number(keepMs), everyMs: 100 } };
}
