/**
 * `@org/approval-core/record`: what a record is made of. Canonical texts, the chain of an
 * execution, the tree of a log, checkpoints and Ed25519. Its functions are pure and run in
 * browsers.
 */
export { type ReadText, canonicalText, readCanonical, readJson } from './record/canonical.js';
export {
  type Checkpoint,
  type LogProof,
  checkpointText,
  logProofText,
  readCheckpoint,
  readDecimal,
  readLogProof,
} from './record/checkpoint.js';
export { publicKeyOf, signEd25519, verifyEd25519, verifyInJavaScript } from './record/ed25519.js';
export {
  fromBase64,
  fromBase64Url,
  fromHex,
  isBase64Url,
  toBase64,
  toBase64Url,
  toHex,
} from './record/encodings.js';
export {
  type HiddenParts,
  Hiding,
  type RecordedVersion,
  type ShownText,
  definitionText,
  entryOf,
  genesisOf,
} from './record/entry.js';
export {
  SHORT_BYTES,
  challengeOf,
  definitionDigest,
  headAfter,
  headOfRun,
  personSalt,
  personToken,
  sealOf,
  textDigest,
  textSalt,
} from './record/hashes.js';
export { HIDDEN, HIDDEN_IN_GENESIS, type HiddenPointers, hiddenOf, isEngineActor } from './record/hidden.js';
export { WrongShape, isEmpty, replaceHidden } from './record/hide.js';
export {
  type Leaf,
  type NotarizedLeaf,
  type OpeningLeaf,
  type RunLeaf,
  hasShape,
  leafText,
  readLeaf,
} from './record/leaf.js';
export {
  HASH_BYTES,
  MerkleTree,
  consistencyProof,
  emptyRoot,
  inclusionProof,
  isConsistent,
  isSameHash,
  leafHash,
  nodeHash,
  rootByInclusion,
  rootOf,
} from './record/merkle.js';
export {
  COSIGNATURE,
  ED25519,
  type Note,
  type NoteKey,
  type NoteSignature,
  keyIdText,
  noteKey,
  noteKeyId,
  readNote,
  readVkey,
  signatureLine,
  vkeyOf,
} from './record/note.js';
export { type Origin, isLogName, originOf, readOrigin } from './record/origin.js';
export { runningSha256, sha256, sha256InJavaScript } from './record/sha256.js';
