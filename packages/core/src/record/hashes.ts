/**
 * Every hash of a record. Each preimage begins with a line that no other kind begins with, so that
 * a hash of one kind never passes for another.
 */
import { toBase64Url, toHex } from './encodings.js';
import { sha256 } from './sha256.js';

const FORMAT = 'approval-record/1';
/** Bytes of salts, keys of runs and seals. */
export const SHORT_BYTES = 16;

const short = (preimage: string): string => toBase64Url(sha256(preimage).subarray(0, SHORT_BYTES));

/** Digest of a definition version, by its text. */
export const definitionDigest = (text: string): string =>
  `sha256:${toHex(sha256(`${FORMAT} definition\n${text}`))}`;

/** Head of a chain before its first entry. */
export const headOfRun = (genesis: string): string => toHex(sha256(`${FORMAT} run\n${genesis}`));

/** Head of a chain after an entry. */
export const headAfter = (head: string, entry: string): string =>
  toHex(sha256(`${FORMAT} event\n${head}\n${entry}`));

/** Salt of a text. `pointer` is that of the entry, as in `/data/reason`. */
export const textSalt = (key: string, seq: number, pointer: string): string =>
  short(`${FORMAT} salt\n${key}\n${seq} ${pointer}`);

/** Digest of a text by its salt. `text` is the canonical text of the value. */
export const textDigest = (salt: string, text: string): string =>
  toBase64Url(sha256(`${FORMAT} text\n${salt}\n${text}`));

/** Salt of a person in the run of this key. */
export const personSalt = (key: string, userId: string): string =>
  short(`${FORMAT} person-salt\n${key}\n${userId}`);

/** Pseudonym of a person in one run. */
export const personToken = (salt: string, userId: string): string =>
  `~${toBase64Url(sha256(`${FORMAT} person\n${salt}\n${userId}`))}`;

/** Seal of a head. The message has one length, so a hash with the key in front is a MAC. */
export const sealOf = (sealingKey: string, head: string): string =>
  short(`${FORMAT} seal\n${sealingKey}\n${head}`);

/** Challenge of a signed decision, by its canonical text. */
export const challengeOf = (text: string): string => toBase64Url(sha256(`${FORMAT} signature\n${text}`));
