/** Schemas of user ids, and ids that people take for one. */
import * as z from 'zod';

/** Schemas whose strings are user ids; schemas derived from them count too. */
export const userIdSchemas = z.registry<{ readonly isUserId: true }>();

/** Returns the canonical form of a user id, as the host chooses it. */
export type NormalizeUserId = (userId: string) => string;

/**
 * Equal for ids that differ only by case, normal form, width, or spaces and invisible characters.
 */
export const alikeKey = (userId: string): string =>
  userId
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll(/[\s\p{Cf}]/gu, '');

/** True for ids that count as one person for separation of duties. */
export const isSamePerson = (a: unknown, b: string): boolean =>
  typeof a === 'string' && alikeKey(a) === alikeKey(b);
