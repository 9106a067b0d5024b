/** Zod schemas of the identifiers of contract section 1. */
import * as z from 'zod';
import { excerpt } from './json.js';
import { LIMITS } from './limits.js';
import { userIdSchemas } from './user-ids.js';

const ID_CHARACTERS = /^[A-Za-z0-9_.-]+$/;
const RESERVED: readonly { readonly pattern: RegExp; readonly what: string }[] = [
  { pattern: /__to__/, what: 'may not contain "__to__"' },
  // Joined by "__to__", such ids would be ambiguous.
  { pattern: /__to_?$|^_?to__/, what: 'may not start with "to__" or end in "__to"' },
  { pattern: /^auto_/, what: 'may not start with "auto_"' },
  { pattern: /_iter_\d+$/, what: 'may not end in "_iter_<digits>"' },
  { pattern: /_exhausted$/, what: 'may not end in "_exhausted"' },
  { pattern: /^__proto__$/, what: 'may not be "__proto__"' },
];

/** Reason why an id collides with the ids that the engine derives, or null. */
export function reservedIdFault(id: string): string | null {
  return RESERVED.find(({ pattern }) => pattern.test(id))?.what ?? null;
}

/** Ids that an author chooses inside a definition: nodeId, groupId, loopId, triggerId. */
export const localId = z
  .string()
  .min(1)
  .max(LIMITS.nodeIdLength)
  .regex(ID_CHARACTERS, 'use only A-Z a-z 0-9 _ - .')
  .superRefine((id, context) => {
    const what = reservedIdFault(id);
    if (what !== null) {
      context.addIssue({
        code: 'custom',
        params: { code: 'reserved-id' },
        message: `"${excerpt(id)}" ${what}: the engine derives such ids itself; rename it`,
      });
    }
  });

/** A reference to a local id. The linter checks that it exists. */
export const localRef = z.string().min(1).max(LIMITS.nodeIdLength);

export const definitionId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{2,63}$/, 'use 3 to 64 characters of a-z 0-9 -, not starting with -');

/** Outcome of an execution: `approved`, `rejected`, or a word of the author. */
export const outcome = z
  .string()
  .max(LIMITS.outcomeLength)
  .regex(/^[a-z][a-z0-9-]*$/, 'use 1 to 64 characters of a-z 0-9 -, starting with a letter');

/** Single-line text without control characters, for ids that come from elsewhere. */
export const lineOf = (maxLength: number) =>
  z
    .string()
    .min(1)
    .max(maxLength)
    .regex(/^\P{Cc}*$/u, 'may not contain control characters');

/** Name of a signal that a run waits for. */
export const signalName = z
  .string()
  .max(LIMITS.signalNameLength)
  .regex(
    /^[a-z0-9][a-z0-9._-]*$/,
    'use 1 to 64 characters of a-z 0-9 . _ -, starting with a letter or digit',
  );

/** Name of a channel of notification nodes. */
export const channelName = z
  .string()
  .max(LIMITS.channelLength)
  .regex(/^[a-z][a-z0-9-]*$/, 'use 1 to 64 characters of a-z 0-9 -, starting with a letter');

/** agentId, findingId, organizationId, documentId. */
export const externalId = lineOf(LIMITS.referenceLength);

export const workspaceId = lineOf(LIMITS.workspaceIdLength);

/** reviewerId, userId, actorId. */
export const actorId = lineOf(LIMITS.actorLength).register(userIdSchemas, { isUserId: true });

/** idempotencyKey, correlationId, resolutionId. */
export const keyId = z
  .string()
  .regex(/^[A-Za-z0-9:_.-]{1,200}$/, 'use 1 to 200 characters of A-Z a-z 0-9 : _ . -');

/** An executionId or stepId in a request. Any single line is valid; an unknown one is NOT_FOUND. */
export const handleId = lineOf(LIMITS.referenceLength);

/** Digest of what is approved, as in `sha256:…`. */
export const digest = z
  .string()
  .regex(
    /^[a-z0-9-]{1,20}:[0-9a-f]{32,128}$/,
    'give an algorithm, a colon and 32 to 128 hexadecimal digits, as in "sha256:9f86…"',
  );
