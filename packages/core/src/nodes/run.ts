/** The interpreter's entries of all node kinds. A missing kind does not compile. */
import type { CompiledNode, CompiledNodes } from '../compile/compiled.js';
import type { NodeType } from '../definition/definition.js';
import { agent } from './agent/run.js';
import { end } from './end/run.js';
import { human } from './human/run.js';
import { notification } from './notification/run.js';
import type { NodeKind } from './run-kind.js';
import type { NodeWork, Timers } from './run-work.js';
import { subflow } from './subflow/run.js';
import { wait } from './wait/run.js';
import { webhook } from './webhook/run.js';

const KINDS: { readonly [T in NodeType]: NodeKind<CompiledNodes[T]> } = {
  human,
  agent,
  webhook,
  end,
  wait,
  subflow,
  notification,
};

/** Returns the interpreter's entry of a node's kind. The table pairs each type with its node. */
export const kindOf = ({ type }: CompiledNode): NodeKind<CompiledNode> => KINDS[type];

/**
 * Returns the work of the steps of a node kind; null for a kind without jobs, and for an unknown
 * kind, as in a damaged record.
 */
export function workOf(type: string): NodeWork<CompiledNode> | null {
  const kinds: Readonly<Record<string, NodeKind<CompiledNode>>> = KINDS;
  return Object.hasOwn(kinds, type) ? (kinds[type]?.work ?? null) : null;
}

/** Commands of the jobs of all kinds that are only timers. */
export const NODE_TIMERS: Timers = Object.fromEntries(
  Object.values(KINDS).flatMap(({ work }) => Object.entries(work?.timers ?? {})),
);
