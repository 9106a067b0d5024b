/** Derived step ids. A repeated attempt gets the same id (contract section 1). */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

const MAX_LENGTH = 200;
const TO = '__to__';

export const rootStepId = (nodeId: string): string => `step_${nodeId}`;

export const edgeStepId = (parentStepId: string, nodeId: string): string => join(parentStepId, nodeId);

export const groupStepId = (groupId: string, iteration: number, nodeId: string): string =>
  join(iteration === 1 ? `group_${groupId}` : `group_${groupId}_iter_${iteration}`, nodeId);

export const loopStepId = (loopId: string, iteration: number, nodeId: string): string =>
  join(`loop_${loopId}_iter_${iteration}`, nodeId);

export const exhaustedStepId = (loopId: string, nodeId: string): string => join(exhausted(loopId), nodeId);

const exhausted = (loopId: string): string => `loop_${loopId}_exhausted`;

const AFTER_EXHAUSTED = new RegExp(`^${exhausted('.+')}${TO}`);

/** Returns true for a step on the exhausted route of `loopId`, or of any loop, or after it. */
export const isAfterExhausted = (stepId: string, loopId?: string): boolean =>
  loopId === undefined ? AFTER_EXHAUSTED.test(stepId) : stepId.startsWith(exhausted(loopId) + TO);

/** Joins the parts. A long id keeps its last part, and a hash replaces the rest. */
function join(before: string, nodeId: string): string {
  const id = before + TO + nodeId;
  if (id.length <= MAX_LENGTH) return id;
  return `h${bytesToHex(sha256(utf8ToBytes(before))).slice(0, 40)}${TO}${nodeId}`;
}
