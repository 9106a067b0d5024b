/** Attacks that change what was recorded. */
import { noteKeyId, publicKeyOf, signEd25519, signatureLine, textDigest } from '@org/approval-core/record';
import {
  type Attack,
  leaves,
  atEvent,
  atRun,
  atProof,
  shownOf,
  proofOf,
  renumbered,
  rewritten,
  isApproval,
  withReject,
} from './attacks.js';
import {
  type Data,
  INTACT,
  COMPLETE,
  STRANGER,
  ORIGIN,
  linesOf,
  edited,
  replaced,
  editEntry,
  eventAt,
  proofLine,
  runAt,
  frontOf,
} from './forge.js';

export const ALTERED: readonly Attack[] = [
  [1, 'two events swapped', () => edited(INTACT, (data) => swap(data, eventAt(data, 2), eventAt(data, 3)))],
  [
    2,
    'swapped and renumbered',
    () => edited(INTACT, (data) => renumbered(swap(data, eventAt(data, 2), eventAt(data, 3)))),
  ],
  [3, 'a reason edited', () => replaced(INTACT, 'Looks fine to me', 'Looks bad to me')],
  [
    4,
    'edited and committed to anew with the same salt',
    () =>
      atEvent(4, (line) => {
        const [salt] = shownOf(line)['/data/reason'] as [string, string];
        shownOf(line)['/data/reason'] = [salt, '"Looks bad"'];
        editEntry(line, ({ data }) => ((data as Data)['reason'] = { '#': textDigest(salt, '"Looks bad"') }));
      }),
  ],
  [
    5,
    'reject becomes approve',
    () =>
      replaced(
        INTACT,
        '\\"decision\\":\\"approve\\",\\"reason\\"',
        '\\"decision\\":\\"reject\\",\\"reason\\"',
      ),
  ],
  [
    6,
    'a time moved by 1 ms',
    () => atEvent(4, (line) => editEntry(line, (entry) => (entry['at'] = Number(entry['at']) + 1))),
  ],
  [
    7,
    'another name in the people list',
    () => replaced(INTACT, '"ann@example.com","ENT', '"eve@example.com","ENT'),
  ],
  [
    8,
    "another person's token",
    () =>
      replaced(
        INTACT,
        '\\"reviewerId\\":\\"~wDDsvo-p8DG3TnlpLbnAbTOR8rc3PpMIRBoENWL6VkY',
        '\\"reviewerId\\":\\"~m0q3LhVEMNmZEpNoqvYaYtPl80ch7oIRvjhybzNQSss',
      ),
  ],
  [9, 'an event dropped in the middle', () => edited(INTACT, (data) => data.toSpliced(eventAt(data, 4), 1))],
  [
    10,
    'a seq twice',
    () => edited(INTACT, (data) => data.toSpliced(eventAt(data, 4), 0, data[eventAt(data, 4)] ?? {})),
  ],
  [
    11,
    'an approval inserted, the rest renumbered',
    () =>
      edited(INTACT, (data) =>
        renumbered(data.toSpliced(eventAt(data, 5), 0, structuredClone(data[eventAt(data, 4)] ?? {}))),
      ),
  ],
  [
    12,
    'a whole run rewritten and chained anew, proof kept',
    () =>
      edited(INTACT, (data) => {
        withReject(data);
      }),
  ],
  [
    13,
    "a stranger's signature under the pinned name and key id",
    () => atProof((line) => (line['proof'] = forgedSignature(proofOf(line)))),
  ],
  [
    14,
    'another root',
    () =>
      replaced(
        INTACT,
        '9PnK1bUlmTTqOC0dU1BTcwC9bAIcpYvEPvSz5M5rh9I=',
        '9PnK1bUlmTTqOC0dU1BTcwC9bAIcpYvEPvSz5M5rh9A=',
      ),
  ],
  [
    15,
    "another run's proof",
    () => atProof((line, data) => (line['proof'] = proofOf(data.findLast((it) => 'proof' in it)))),
  ],
  [16, 'another hash in the path', () => replaced(INTACT, 'eJj16RTzy4tnEmJ5', 'eJj16RTzy4tnEmJ6')],
  [17, 'index behind the tree', () => replaced(INTACT, 'index 3', 'index 5')],
  [
    18,
    'a text shown where none was recorded',
    () => atEvent(2, (line) => (shownOf(line)['/data/reason'] = ['xuEErLGsW5_zs0ifwEWmgQ', '"x"'])),
  ],
  [19, 'nothing said of a hidden text', () => atEvent(4, (line) => (line['shown'] = {}))],
  [
    20,
    'text and salt moved between two places',
    () =>
      edited(INTACT, (data) => {
        const [reason, output] = [data[eventAt(data, 4)], data[eventAt(data, 5)]].map(shownOf);
        if (reason === undefined || output === undefined) return;
        [reason['/data/reason'], output['/data/output']] = [output['/data/output'], reason['/data/reason']];
      }),
  ],
  [21, 'another definition digest', () => replaced(INTACT, 'sha256:bbd1', 'sha256:abd1')],
  [22, 'another definition', () => replaced(INTACT, '\\"mandatory\\":true', '\\"mandatory\\":false')],
  [23, 'another subject digest', () => replaced(INTACT, 'sha256:56e7', 'sha256:46e7')],
  [24, 'another workspace', () => replaced(INTACT, '"workspace":"default"}', '"workspace":"other"}')],
  [
    24,
    'another workspace in the genesis',
    () => replaced(INTACT, '\\"workspace\\":\\"default\\"}"', '\\"workspace\\":\\"other\\"}"'),
  ],
  [
    25,
    "another workspace's log",
    () =>
      edited(INTACT, (data) => [
        ...data.slice(0, -2),
        proofLine(leaves, 4, undefined, 'approvals.example.com/other/1'),
      ]),
  ],
  [26, '`until` claimed for what was chained', () => atRun((line) => (line['until'] = 3))],
  [
    26,
    '`until` claimed, and the events dropped',
    () =>
      atRun((line, data) => {
        line['until'] = 3;
        data.splice(eventAt(data, 0), 3);
      }),
  ],
  [
    27,
    'one run twice',
    () =>
      edited(INTACT, ([header, ...data]) => [
        { ...header, runs: 3 },
        ...data.slice(0, -1),
        ...runAt(INTACT, 0),
      ]),
  ],
  [
    27,
    'one run twice, in place of the other',
    () => edited(INTACT, () => [...frontOf(INTACT), ...runAt(INTACT, 0), ...runAt(INTACT, 0)]),
  ],
  [
    28,
    'the end line of another file',
    () => [...linesOf(INTACT).slice(0, -1), linesOf(COMPLETE).at(-1), ''].join('\n'),
  ],
  [29, 'NFC becomes NFD', () => replaced(withAccent(), 'Fran\u00E7ais', 'Fran\u0063\u0327ais')],
  [
    30,
    'a `__proto__` in `shown`',
    () => replaced(INTACT, '"shown":{}', '"shown":{"__proto__":["xuEErLGsW5_zs0ifwEWmgQ","\\"x\\""]}'),
  ],
  [
    30,
    'an object as `__proto__` in `shown`',
    () => replaced(INTACT, '"shown":{}', '"shown":{"__proto__":{"a":1}}'),
  ],
];

function swap(data: Data[], a: number, b: number): Data[] {
  const [first = {}, second = {}] = [data[a], data[b]];
  return data.with(a, second).with(b, first);
}

/** The signature of a stranger, with the key id of the pinned key. */
function forgedSignature(proof: string): string {
  const text = proof.slice(proof.indexOf('\n\n') + 2, proof.lastIndexOf('\n\n') + 1);
  const signature = signEd25519(STRANGER, new TextEncoder().encode(text));
  const keyId = noteKeyId(ORIGIN, publicKeyOf(new Uint8Array(32).fill(7)));
  return `${proof.slice(0, proof.lastIndexOf('\n\n') + 2)}${signatureLine({ name: ORIGIN, keyId, signature })}`;
}

/** A bundle whose run has an accent in a text. */
function withAccent(): string {
  return rewritten((lines) => {
    const line = lines[isApproval(lines)];
    const [salt] = shownOf(line)['/data/reason'] as [string, string];
    shownOf(line)['/data/reason'] = [salt, '"Fran\u00E7ais"'];
    editEntry(line, ({ data }) => ((data as Data)['reason'] = { '#': textDigest(salt, '"Fran\u00E7ais"') }));
  });
}
