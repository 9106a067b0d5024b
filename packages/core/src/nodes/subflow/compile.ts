/** Compiles a subflow node. */
import type { SubflowNode } from '../../definition/definition.js';
import { type JsonTemplate, parseJsonTemplate } from '../../expression/json-template.js';
import { STEP_ROOTS } from '../../expression/step-roots.js';
import { type Pins, pinOf } from '../../lint/pins.js';
import type { CompiledNodeBase } from '../compile-base.js';

/**
 * Version of another definition that a subflow node runs, found when its own version was written.
 */
export interface CompiledPin {
  readonly uid: string;
  readonly version: number;
  /** Maximum number of steps of a run of it, those of its subflows included. */
  readonly steps: number;
}

/** The compiled form of a subflow node. */
export interface CompiledSubflowNode extends CompiledNodeBase {
  readonly type: 'subflow';
  readonly definitionId: string;
  /** Version as written; null if none was. */
  readonly version: number | 'newest' | null;
  /** Absent for `newest`, and in a definition that was compiled without a store. */
  readonly pin?: CompiledPin;
  /** null: the trigger context of the execution. */
  readonly input: JsonTemplate | null;
  /** Output name → dot-path in the run. */
  readonly output: Readonly<Record<string, string>>;
  readonly decisionFrom: string | null;
  readonly passSubject: boolean;
}

export function compileSubflow(node: SubflowNode, pins: Pins | undefined): CompiledSubflowNode {
  const { nodeId, slaMs, config } = node;
  const pin = pinOf(pins, nodeId);
  return {
    nodeId,
    type: 'subflow',
    slaMs: slaMs ?? null,
    definitionId: config?.definitionId ?? '',
    version: config?.version ?? null,
    ...(pin !== null && { pin: { uid: pin.uid, version: pin.version, steps: pin.steps } }),
    input: config?.input === undefined ? null : templateOf(config.input),
    output: config?.output ?? {},
    decisionFrom: config?.decisionFrom ?? null,
    passSubject: config?.passSubject ?? false,
  };
}

/** An invalid template has its own finding, so it is never compiled. */
function templateOf(input: object): JsonTemplate | null {
  const parsed = parseJsonTemplate(input as Parameters<typeof parseJsonTemplate>[0], STEP_ROOTS);
  return parsed.ok ? parsed.template : null;
}
