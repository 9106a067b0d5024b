/** Derived step ids. A repeated attempt gets the same id (contract section 1). */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

const MAX_LENGTH = 200;
const TO = '__to__';

export const rootStepId = (nodeId: string): string => `step_${nodeId}`;

export const edgeStepId = (parentStepId: string, nodeId: string): string => join(parentStepId, nodeId);

export const groupStepId = (groupId: string, iteration: number, nodeId: string): string =>
  join(groupOrigin(groupId, iteration), nodeId);

export const loopStepId = (loopId: string, iteration: number, nodeId: string): string =>
  join(loopOrigin(loopId, iteration), nodeId);

export const exhaustedStepId = (loopId: string, nodeId: string): string =>
  join(exhaustedOrigin(loopId), nodeId);

/** Origin in the ids of the steps that a group starts. */
export const groupOrigin = (groupId: string, iteration: number): string =>
  iteration === 1 ? `group_${groupId}` : `group_${groupId}_iter_${iteration}`;

/** Origin in the id of the step that begins an iteration of a loop. */
export const loopOrigin = (loopId: string, iteration: number): string => `loop_${loopId}_iter_${iteration}`;

/** Origin in the id of the step on the exhausted route of a loop. */
export const exhaustedOrigin = (loopId: string): string => `loop_${loopId}_exhausted`;

/**
 * Part of a step id before its node: the id of the step whose edge started it or its hash, a group
 * or a loop; null for a root.
 */
export function originOf(stepId: string): string | null {
  const at = stepId.lastIndexOf(TO);
  return at === -1 ? null : stepId.slice(0, at);
}

/** Origin in the ids of steps whose id would be too long. */
export const hashedOrigin = (parentStepId: string): string =>
  `h${bytesToHex(sha256(utf8ToBytes(parentStepId))).slice(0, 40)}`;

const HASHED = /^h[0-9a-f]{40}$/;

/** Returns true for an origin that stands for a longer one. */
export const isHashedOrigin = (origin: string): boolean => HASHED.test(origin);

const AFTER_EXHAUSTED = new RegExp(`^${exhaustedOrigin('.+')}${TO}`);

/** Returns true for a step on the exhausted route of `loopId`, or of any loop, or after it. */
export const isAfterExhausted = (stepId: string, loopId?: string): boolean =>
  loopId === undefined ? AFTER_EXHAUSTED.test(stepId) : stepId.startsWith(exhaustedOrigin(loopId) + TO);

/** Joins the parts. A long id keeps its last part, and a hash replaces the rest. */
function join(before: string, nodeId: string): string {
  const id = before + TO + nodeId;
  if (id.length <= MAX_LENGTH) return id;
  return hashedOrigin(before) + TO + nodeId;
}
