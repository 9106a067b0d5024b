/** Step ids are derived, so that a repeated attempt lands on the same step (contract section 1). */
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

/** Returns whether a step began where a loop was exhausted, or follows from one that did. `loopId`: that loop, not any. */
export const isAfterExhausted = (stepId: string, loopId?: string): boolean =>
  loopId === undefined ? AFTER_EXHAUSTED.test(stepId) : stepId.startsWith(exhausted(loopId) + TO);

/** Keeps the last part of a long id and puts a hash in place of what stands before it. */
function join(before: string, nodeId: string): string {
  const id = before + TO + nodeId;
  if (id.length <= MAX_LENGTH) return id;
  return `h${bytesToHex(sha256(utf8ToBytes(before))).slice(0, 40)}${TO}${nodeId}`;
}
