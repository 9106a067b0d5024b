/** Validation of a gate's options, by name. */
import { ApprovalError } from '@org/approval-core';
import { describeError } from '@org/approval-core/internal';
import {
  type Checks,
  callable,
  checkOptions,
  fields,
  msIn,
  must,
  object,
  optional,
  withMethods,
} from '@org/approval-internal/options';
import { TOOL_NAME } from '../call/call.js';
import { segmentsOf } from '../call/pointer.js';
import { invalid } from '../errors.js';
import { PERMIT_LIMITS } from '../limits.js';
import { PERMIT_CONTRACT_VERSION } from '../store/permit-store.js';
import type { GateOptions, PermitRetention } from '../gate-options.js';
import type { ToolOptions } from '../types.js';

const wholeMs = (least: number, most: number) =>
  msIn(
    `a whole number of ms from ${least} to ${most}`,
    (it) => Number.isSafeInteger(it) && it >= least && it <= most,
  );

const CHECKS: Checks<GateOptions> = {
  engine: withMethods('forWorkspace', 'on'),
  store: must(
    `a permit store of contract ${PERMIT_CONTRACT_VERSION}`,
    (it) =>
      typeof it === 'object' &&
      it !== null &&
      (it as { permitContractVersion?: unknown }).permitContractVersion === PERMIT_CONTRACT_VERSION,
  ),
  policies: object,
  tools: optional(object),
  clock: optional(withMethods('now', 'wakeAt')),
  askMs: optional(wholeMs(PERMIT_LIMITS.askMinMs, PERMIT_LIMITS.askMs)),
  grantMs: optional(wholeMs(PERMIT_LIMITS.grantMinMs, PERMIT_LIMITS.grantMs)),
  retention: optional(fields<PermitRetention>({ endedMs: optional(wholeMs(0, Number.MAX_SAFE_INTEGER)) })),
  logger: optional(withMethods('warn', 'error')),
};

const TOOL_CHECKS: Checks<ToolOptions> = {
  validate: optional(callable),
  redact: optional(
    must(
      `a list of up to ${PERMIT_LIMITS.redactions} JSON pointers`,
      (it) =>
        Array.isArray(it) && it.length <= PERMIT_LIMITS.redactions && it.every((p) => typeof p === 'string'),
    ),
  ),
};

/**
 * @throws TypeError that names every option that is wrong; ApprovalError INVALID_ARGUMENT for a
 *   tool that is at fault.
 */
export function checkGateOptions(options: GateOptions): ReadonlyMap<string, ToolOptions> {
  checkOptions('createApprovalGate', options, CHECKS);
  const tools = Object.entries(options.tools ?? {});
  if (tools.length > PERMIT_LIMITS.tools) throw invalid('tools', `are more than ${PERMIT_LIMITS.tools}`);
  for (const [name, tool] of tools) {
    if (!TOOL_NAME.test(name)) throw invalid(`tools["${name}"]`, 'is not the name of a tool');
    checkTool(`tools["${name}"]`, tool);
  }
  return new Map(tools.map(([name, tool]) => [name, { ...tool, redact: [...(tool.redact ?? [])] }]));
}

function checkTool(path: string, tool: ToolOptions): void {
  try {
    checkOptions(path, tool, TOOL_CHECKS);
  } catch (error) {
    const message = describeError(error);
    throw new ApprovalError('INVALID_ARGUMENT', message, {
      issues: [{ code: 'invalid-field', path, message }],
    });
  }
  for (const pointer of tool.redact ?? []) {
    const segments = segmentsOf(pointer);
    const isWhole = segments === null || pointer === '/args' || segments[0] === 'tool';
    if (isWhole)
      throw invalid(
        `${path}.redact`,
        `has "${pointer}"; give JSON pointers from the call, as in "/args/card"`,
      );
  }
}
