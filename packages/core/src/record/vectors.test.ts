/** The record against vectors that another implementation made. */
import { readFileSync } from 'node:fs';
import { generateKeyPairSync, sign, verify } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as record from '../record.js';
import type { JsonObject, JsonValue } from '../definition/json.js';
import type { EngineEvent } from '../interpreter/event.js';

interface Vectors {
  readonly canonical: readonly {
    readonly value?: JsonValue;
    readonly json?: string;
    readonly text?: string;
    readonly refused?: boolean;
  }[];
  readonly commitments: {
    readonly key: string;
    readonly text: Record<'pointer' | 'value' | 'salt' | 'digest', string> & { readonly seq: number };
    readonly person: Record<'userId' | 'salt' | 'token', string>;
  };
  readonly definition: { readonly text: string; readonly digest: string };
  readonly run: {
    readonly key: string;
    readonly genesis: string;
    readonly events: readonly EngineEvent[];
    readonly entries: readonly string[];
    readonly heads: readonly string[];
  };
  readonly log: {
    readonly origin: string;
    readonly leaves: readonly string[];
    readonly leafHashes: readonly string[];
    readonly roots: readonly string[];
    readonly consistency: {
      readonly first: number;
      readonly second: number;
      readonly proof: readonly string[];
    };
  };
  readonly note: Record<'seed' | 'publicKey' | 'vkey' | 'note', string>;
  readonly proof: { readonly leaf: string; readonly proof: string };
  readonly seal: Record<'key' | 'head' | 'seal', string>;
  readonly challenge: { readonly fields: JsonObject; readonly challenge: string };
}

const vectors = JSON.parse(
  readFileSync(new URL('../../../record/fixtures/vectors.json', import.meta.url), 'utf8'),
) as Vectors;
const bytes = (it: Uint8Array | null): Uint8Array => it ?? expect.fail('not the encoding of any bytes');
const hex = (it: Uint8Array | null) => record.toHex(bytes(it));
const utf8 = (text: string) => new TextEncoder().encode(text);

test.each(vectors.canonical)('canonical text %#', ({ value, json, text, refused }) => {
  const given = json === undefined ? (value as JsonValue) : (JSON.parse(json) as JsonValue);
  if (refused === true) expect(() => record.canonicalText(given)).toThrow('lone surrogate');
  else expect(record.canonicalText(given)).toBe(text);
});

test('salts, digests and tokens', () => {
  const { key, text, person } = vectors.commitments;
  expect(record.textSalt(key, text.seq, text.pointer)).toBe(text.salt);
  expect(record.textDigest(text.salt, text.value)).toBe(text.digest);
  expect(record.personSalt(key, person.userId)).toBe(person.salt);
  expect(record.personToken(person.salt, person.userId)).toBe(person.token);
});

test('a chain: definition, genesis, entries and heads', () => {
  const { definition, run } = vectors;
  expect(record.definitionDigest(definition.text)).toBe(definition.digest);
  const version = JSON.parse(definition.text) as record.RecordedVersion;
  expect(record.definitionText(version)).toBe(definition.text);
  const hiding = new record.Hiding(run.key);
  const genesis = JSON.parse(run.genesis) as { readonly createdAt: number; readonly correlation: string };
  const header = {
    ...{ workspaceId: 'default', executionId: 'exec_1', definitionUid: 'def_1', definitionId: 'sign-off' },
    ...{
      definitionVersion: 1,
      correlationId: genesis.correlation,
      idempotencyKey: null,
      organizationId: null,
    },
    ...{ documentId: null, webhookUrl: null, createdAt: genesis.createdAt },
    triggerContext: { invoice: 'INV-2026-001', amount: 1234.5 },
    parties: {
      ...{ initiatorId: 'bob@example.com', contributorIds: [], enforceSeparation: false },
      subject: {
        ...{ ref: null, revision: null },
        digest: 'sha256:56e7ee1b1a031156a98d227a34ebe61d9d2eb654262d634258b1fc5010cf9282',
      },
    },
  };
  expect(record.genesisOf(header, { from: 1, digest: definition.digest }, hiding)).toBe(run.genesis);
  const heads = [record.headOfRun(run.genesis)];
  for (const [index, event] of run.events.entries()) {
    const entry = record.entryOf(event, hiding);
    expect(entry).toBe(run.entries[index]);
    heads.push(record.headAfter(heads.at(-1) ?? '', entry));
  }
  expect(heads).toEqual(run.heads);
});

test('a log: leaves, roots at every size, proofs', () => {
  const { log } = vectors;
  const tree = new record.MerkleTree();
  for (const [index, leaf] of log.leaves.entries()) {
    expect(record.readLeaf(leaf)).toMatchObject({ ok: true });
    const hash = record.leafHash(leaf);
    expect(record.toHex(hash)).toBe(log.leafHashes[index]);
    tree.add(hash);
    expect(record.toHex(tree.root())).toBe(log.roots[index]);
  }
  const { first, second, proof } = log.consistency;
  expect(record.consistencyProof(tree.subtree, first, second).map(record.toBase64)).toEqual(proof);
});

test('notes, keys, checkpoints and proofs', () => {
  const { note, proof, log } = vectors;
  const seed = bytes(record.fromHex(note.seed));
  const publicKey = record.publicKeyOf(seed);
  expect(record.toBase64(publicKey)).toBe(note.publicKey);
  const key = record.noteKey(log.origin, publicKey);
  expect(record.vkeyOf(key)).toBe(note.vkey);
  expect(record.readVkey(note.vkey)).toEqual(key);
  const root = bytes(record.fromHex(log.roots.at(-1) ?? ''));
  const text = record.checkpointText(log.origin, 5, root);
  const signature = record.signEd25519(seed, utf8(text));
  expect(`${text}\n${record.signatureLine({ ...key, signature })}`).toBe(note.note);
  expect(record.readCheckpoint(note.note)).toMatchObject({ origin: log.origin, size: 5 });
  const read = record.readLogProof(proof.proof) ?? expect.fail('no proof');
  expect(read.index).toBe(3);
  const found = record.rootByInclusion(record.leafHash(proof.leaf), 3, 5, read.hashes);
  expect(hex(found)).toBe(hex(root));
  expect(record.logProofText(3, read.hashes, note.note)).toBe(proof.proof);
});

test('seals and challenges', () => {
  const { seal, challenge } = vectors;
  expect(record.sealOf(seal.key, seal.head)).toBe(seal.seal);
  expect(record.challengeOf(record.canonicalText(challenge.fields))).toBe(challenge.challenge);
});

describe('properties', () => {
  test('every proof of every tree up to 70 leaves leads to its root, and no other leaf does', () => {
    const tree = new record.MerkleTree();
    const other = record.leafHash('other');
    for (let size = 1; size <= 70; size++) {
      tree.add(record.leafHash(`leaf ${size - 1}`));
      for (let index = 0; index < size; index++) {
        const proof = record.inclusionProof(tree.subtree, index, size);
        const leaf = record.leafHash(`leaf ${index}`);
        expect(hex(record.rootByInclusion(leaf, index, size, proof))).toBe(hex(tree.root()));
        expect(hex(record.rootByInclusion(other, index, size, proof))).not.toBe(hex(tree.root()));
        const consistency = record.consistencyProof(tree.subtree, index + 1, size);
        const isPrefix = (old: Uint8Array) =>
          record.isConsistent(index + 1, size, old, tree.root(), consistency);
        expect(isPrefix(tree.root(index + 1))).toBe(true);
        expect(isPrefix(other)).toBe(false);
      }
    }
  });

  test('Ed25519 agrees with the runtime', () => {
    for (let round = 0; round < 10; round++) {
      const { privateKey, publicKey } = generateKeyPairSync('ed25519');
      const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
      const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
      const message = utf8(`message ${round}`);
      expect(record.publicKeyOf(seed)).toEqual(new Uint8Array(raw));
      const signature = record.signEd25519(seed, message);
      expect(signature).toEqual(new Uint8Array(sign(null, message, privateKey)));
      expect(record.verifyEd25519(raw, message, signature)).toBe(true);
      expect(record.verifyInJavaScript(raw, message, signature)).toBe(true);
      const forged = signature.with(round, (signature[round] ?? 0) ^ 1);
      expect(record.verifyInJavaScript(raw, message, forged)).toBe(verify(null, message, publicKey, forged));
      expect(record.verifyInJavaScript(raw, utf8('another'), signature)).toBe(false);
      expect(record.verifyEd25519(raw, utf8('another'), signature)).toBe(false);
    }
  });

  test('SHA-256 of the runtime and of JavaScript are the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(new Uint8Array(record.sha256(text))).toEqual(record.sha256InJavaScript(text));
      }),
    );
  });

  test('each encoding has one text for some bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (some) => {
        expect(record.fromBase64(record.toBase64(some))).toEqual(some);
        expect(record.fromBase64Url(record.toBase64Url(some))).toEqual(some);
        expect(record.fromHex(record.toHex(some))).toEqual(some);
      }),
    );
    expect(['A', 'AB==', 'AA=', 'A-==', 'AA'].map(record.fromBase64)).toEqual(Array(5).fill(null));
    expect(['AB', 'A', 'AA==', 'A+'].map(record.fromBase64Url)).toEqual(Array(4).fill(null));
  });
});

test.each([
  ['{"a":1,"a":1}', 'canonical form'],
  ['{"b":1,"a":1}', 'canonical form'],
  ['{"a": 1}', 'canonical form'],
  ['"\\u0041"', 'canonical form'],
  ['5.0', 'canonical form'],
  ['5e0', 'canonical form'],
  ['-0', 'not an integer'],
  ['1e+21', 'not an integer'],
  ['9007199254740993', 'not an integer'],
  ['0.5', 'not an integer'],
  ['"\\ud800"', 'lone surrogate'],
  ['{"\\ud800":1}', 'lone surrogate'],
  ['\uFEFF1', 'not JSON'],
  ['['.repeat(100_000), 'nested deeper'],
])('%.20s is refused: %s', (text, why) => {
  expect(record.readCanonical(text)).toEqual({ ok: false, why: expect.stringContaining(why) as string });
});
