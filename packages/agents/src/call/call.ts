/** A call as the gate takes it (permits G1). */
import type { JsonObject, JsonValue } from '@org/approval-core';
import { canonicalJson, formatPath, sha256Hex } from '@org/approval-core/internal';
import { invalid } from '../errors.js';
import { PERMIT_LIMITS } from '../limits.js';
import type { Call } from '../views.gen.js';

/** Pattern of a tool's name. */
export const TOOL_NAME = /^[A-Za-z0-9][A-Za-z0-9_.:/-]{0,199}$/;

/** A call of valid shape, as frozen JSON. */
interface CheckedCall {
  readonly tool: string;
  readonly args: JsonObject;
  readonly target?: string | null | undefined;
}

/**
 * Returns the call and its digest.
 * @throws INVALID_ARGUMENT for arguments that are too large or too deep, and (`unsafe-integer`) for
 *   an integer that other programs read as another one.
 */
export function readCall({ tool, args, target = null }: CheckedCall, path: string): DigestedCall {
  checkArguments(args, `${path}.args`);
  const call: Call = Object.freeze({ tool, args, target });
  return { call, digest: digestOf(call) };
}

export interface DigestedCall {
  readonly call: Call;
  readonly digest: string;
}

/** `sha256:<hex>` of the JCS (RFC 8785) of `{v: 1, tool, args, target}`. */
export const digestOf = ({ tool, args, target }: Call): string =>
  `sha256:${sha256Hex(canonicalJson({ v: 1, tool, args, target }))}`;

export function checkArguments(args: JsonObject, path: string): void {
  const fault = faultIn(args, 1);
  if (fault !== null) throw invalid(`${path}${joined(fault.at)}`, fault.message, fault.code);
  const bytes = new TextEncoder().encode(canonicalJson(args)).length;
  if (bytes > PERMIT_LIMITS.argsBytes)
    throw invalid(path, `are ${bytes} bytes of JSON; ${PERMIT_LIMITS.argsBytes} at most`);
}

interface CallFault {
  readonly at: readonly (string | number)[];
  readonly message: string;
  readonly code?: string;
}

function faultIn(value: JsonValue, depth: number): CallFault | null {
  if (typeof value === 'number')
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? UNSAFE : null;
  if (typeof value !== 'object' || value === null) return null;
  if (depth > PERMIT_LIMITS.argsDepth) return TOO_DEEP;
  const isList = Array.isArray(value);
  const members: readonly [string, JsonValue][] = Object.entries(value);
  for (const [key, member] of members) {
    const fault = faultIn(member, depth + 1);
    // The path is built on the way back only, from a fault.
    if (fault !== null) return { ...fault, at: [isList ? Number(key) : key, ...fault.at] };
  }
  return null;
}

const UNSAFE: CallFault = {
  at: [],
  message: 'is an integer beyond 2^53 - 1, which programs read differently; give it as a text',
  code: 'unsafe-integer',
};
const TOO_DEEP: CallFault = {
  at: [],
  message: `are nested deeper than ${PERMIT_LIMITS.argsDepth} levels`,
};

const joined = (at: readonly (string | number)[]): string => {
  const text = formatPath(at);
  return text === '' || text.startsWith('[') ? text : `.${text}`;
};
