/**
 * Identifiers, as contract section 1 has them; apart from the other limits, which a browser does
 * not need.
 */
import { characterCount } from '@org/approval-internal/character-count';

export const ID_LIMITS = { idLength: 200, userIdLength: 256 } as const;

/** A text of at most so many characters, of which one outside the basic plane takes two units. */
export const isTextOf = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.length <= 2 * most && characterCount(value) <= most;

/** Half a character is none that a database takes. */
const isLine = (value: unknown, most: number): value is string =>
  isTextOf(value, most) && /^[^\p{Cc}\p{Cs}]+$/u.test(value);

/** Returns true for an id of a thread, a document or an organization. */
export const isId = (value: unknown): value is string => isLine(value, ID_LIMITS.idLength);

/** Returns true for an id of a person. A reviewer of a step may also be named in its thread. */
export const isUserId = (value: unknown): value is string => isLine(value, ID_LIMITS.userIdLength);

/**
 * Ids from here on are for the comments of approval steps. The servers let no person use them:
 * otherwise a person could keep a step from being asked by making a comment with its id.
 */
export const FIRST_STEP_COMMENT_ID = 2 ** 52;
