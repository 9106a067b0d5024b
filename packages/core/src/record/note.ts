/** Signed notes of C2SP (`signed-note`): a text, a blank line, and lines of signatures. */
import { fromBase64, toBase64 } from './encodings.js';
import { sha256 } from './sha256.js';

/** A line of a note that carries a signature. */
export interface NoteSignature {
  /** Name of the key. */
  readonly name: string;
  /** First 4 bytes of the hash of name and key, as a number. */
  readonly keyId: number;
  /** Bytes after the key id. */
  readonly signature: Uint8Array;
}

/** A text and the signatures of it. */
export interface Note {
  /** The signed text, with its final newline. */
  readonly text: string;
  /** Lines of signatures, those of unknown keys included. */
  readonly signatures: readonly NoteSignature[];
}

/** A public key with the name that it signs for. */
export interface NoteKey {
  /** Name of the key, which is the origin of the log. */
  readonly name: string;
  /** First 4 bytes of the hash of name and key, as a number. */
  readonly keyId: number;
  /** The 32 bytes of the key. */
  readonly publicKey: Uint8Array;
}

const KEY_BYTES = 32;
/** Type of a key in a vkey: Ed25519 for notes. */
export const ED25519 = 1;
/** Type of a key in a vkey: Ed25519 for cosignatures with a time. */
export const COSIGNATURE = 4;
/** Most signatures that are read from one note. */
const MAX_SIGNATURES = 64;
const DASH = '\u2014 ';
const encoder = new TextEncoder();

/** A name has at least one character, and neither a space nor a plus. */
const isName = (name: string): boolean => /^[^\s+]+$/u.test(name);

/** Key id of a name and a public key. */
export function noteKeyId(name: string, publicKey: Uint8Array, type = ED25519): number {
  const prefix = encoder.encode(`${name}\n`);
  const bytes = new Uint8Array(prefix.length + 1 + publicKey.length);
  bytes.set(prefix);
  bytes[prefix.length] = type;
  bytes.set(publicKey, prefix.length + 1);
  return numberAt(sha256(bytes));
}

/** Names a public key. */
export const noteKey = (name: string, publicKey: Uint8Array, type = ED25519): NoteKey => ({
  name,
  keyId: noteKeyId(name, publicKey, type),
  publicKey,
});

const numberAt = (bytes: Uint8Array): number =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0);

/** Key id as 8 hexadecimal digits. */
export const keyIdText = (keyId: number): string => keyId.toString(16).padStart(8, '0');

/** The key in one line, as verifiers pin it. */
export function vkeyOf({ name, keyId, publicKey }: NoteKey, type = ED25519): string {
  return `${name}+${keyIdText(keyId)}+${toBase64(Uint8Array.of(type, ...publicKey))}`;
}

/** Reads a vkey of this type; null for other text, or a key id that is not of its key. */
export function readVkey(text: string, type = ED25519): NoteKey | null {
  const [name = '', id = '', ...rest] = text.split('+');
  const bytes = fromBase64(rest.join('+'));
  if (!isName(name) || bytes === null || bytes.length !== KEY_BYTES + 1 || bytes[0] !== type) return null;
  const key = noteKey(name, bytes.subarray(1), type);
  return keyIdText(key.keyId) === id ? key : null;
}

/** Reads a note; null for what is none. */
export function readNote(note: string): Note | null {
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n')) return null;
  const text = note.slice(0, end + 1);
  // eslint-disable-next-line no-control-regex -- a note holds no control characters but newlines.
  if (/[\u0000-\u0009\u000b-\u001f]/.test(note)) return null;
  const lines = note.slice(end + 2, -1).split('\n');
  if (lines.length > MAX_SIGNATURES) return null;
  const signatures = lines.map(readSignature);
  return signatures.every((it) => it !== null) ? { text, signatures } : null;
}

function readSignature(line: string): NoteSignature | null {
  if (!line.startsWith(DASH)) return null;
  const [name = '', base64 = '', ...rest] = line.slice(DASH.length).split(' ');
  const bytes = fromBase64(base64);
  if (rest.length > 0 || !isName(name) || bytes === null || bytes.length < 5) return null;
  return { name, keyId: numberAt(bytes), signature: bytes.subarray(4) };
}

/** Line of a signature, with its newline. */
export function signatureLine({ name, keyId, signature }: NoteSignature): string {
  const bytes = new Uint8Array(4 + signature.length);
  new DataView(bytes.buffer).setUint32(0, keyId);
  bytes.set(signature, 4);
  return `${DASH}${name} ${toBase64(bytes)}\n`;
}
