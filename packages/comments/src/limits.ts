import { ID_LIMITS } from './identifiers.js';

/** Every bound of what the comments' two servers take and answer. Lengths are in characters. */
export const COMMENTS_LIMITS = {
  requestBytes: 1_048_576,
  /** Some thousand comments with all their fields. */
  requestValues: 150_000,
  requestNames: 65_536,
  requestLevels: 64,
  ...ID_LIMITS,
  apiKeyLength: 500,
  nameLength: 200,
  changedFields: 200,
  ids: 10_000,
  documents: 1_000,
  listed: 1_000,
  /** Digests in a request for what has changed in a list. */
  listParts: 256,
  threadComments: 10_000,
  threadCharacters: 33_554_432,
  answerCharacters: 16_777_216,
} as const;
