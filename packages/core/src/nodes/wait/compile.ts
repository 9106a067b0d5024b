/** Compiles a wait node. */
import type { WaitNode } from '../../definition/definition.js';
import { parseInstant } from '@org/approval-internal/instant';
import type { CompiledNodeBase } from '../compile-base.js';

/** End of a wait. */
export type CompiledWait =
  | { readonly kind: 'for'; readonly ms: number }
  | { readonly kind: 'working'; readonly ms: number; readonly calendar: string }
  /** An instant in ms since the epoch; null if the text is none, which fails the step. */
  | { readonly kind: 'at'; readonly at: number | null }
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'signal'; readonly name: string; readonly withinMs: number | null };

/** The compiled form of a wait node. */
export interface CompiledWaitNode extends CompiledNodeBase {
  readonly type: 'wait';
  readonly wait: CompiledWait;
}

export const compileWait = ({ nodeId, slaMs, config = {} }: WaitNode): CompiledWaitNode => ({
  nodeId,
  type: 'wait',
  slaMs: slaMs ?? null,
  wait: endOf(config),
});

function endOf({
  forMs,
  workingMs,
  calendar = '',
  until,
  signal,
  withinMs,
}: NonNullable<WaitNode['config']>): CompiledWait {
  if (signal !== undefined) return { kind: 'signal', name: signal, withinMs: withinMs ?? null };
  if (workingMs !== undefined) return { kind: 'working', ms: workingMs, calendar };
  if (until === undefined) return { kind: 'for', ms: forMs ?? 0 };
  return typeof until === 'object'
    ? { kind: 'path', path: until.var }
    : { kind: 'at', at: parseInstant(until) };
}
