/** The attacks that a record must withstand, by the verdict that each must give. */
import {
  fromBase64,
  noteKeyId,
  publicKeyOf,
  signEd25519,
  signatureLine,
  textDigest,
  toBase64,
} from '@org/approval-core/record';
import type { VerifyOptions } from '../index.js';
import {
  COMPLETE,
  type Data,
  INTACT,
  OPENING,
  ORIGIN,
  STRANGER,
  bundleOf,
  canonical,
  chained,
  editEntry,
  edited,
  eventAt,
  frontOf,
  hidingOf,
  isEvent,
  linesOf,
  noteOf,
  proofLine,
  replaced,
  runAt,
  sealed,
  vectors,
} from './forge.js';

export type Attack = readonly [
  number: number,
  what: string,
  bundle: () => string | Uint8Array,
  options?: Partial<VerifyOptions>,
];

export const { leaves } = vectors.log;
export const anchors = [noteOf(leaves, 3), noteOf(leaves)];

/** Edits an event line of the first run; its shown texts and its entry as data. */
const atEvent = (nth: number, edit: (line: Data) => void) =>
  edited(INTACT, (data) => {
    const line = data[eventAt(data, nth)];
    if (line !== undefined) edit(line);
  });
const atRun = (edit: (line: Data, data: Data[]) => void) =>
  edited(INTACT, (data) => {
    const line = data.find((it) => 'genesis' in it);
    if (line !== undefined) edit(line, data);
  });
const atProof = (edit: (line: Data, data: Data[]) => void) =>
  edited(INTACT, (data) => {
    const line = data.find((it) => 'leaf' in it);
    if (line !== undefined) edit(line, data);
  });
const shownOf = (line: Data | undefined) => line?.['shown'] as Record<string, unknown>;
const proofOf = (line: Data | undefined) => String(line?.['proof']);

/** Moves the numbers of the first run's events after a change of their count. */
function renumbered(data: Data[]): Data[] {
  let seq = 0;
  for (const line of data) {
    if ('genesis' in line) seq = 0;
    if (isEvent(line)) editEntry(line, (entry) => (entry['seq'] = seq += 1));
  }
  return data;
}

/** A bundle of one run and its log, chained and signed as the operator would. */
export function rewritten(edit: (lines: Data[]) => void, { isComplete = false } = {}): string {
  const lines = runAt(INTACT, 0).filter((it) => !('leaf' in it));
  edit(lines);
  const run = chained(lines);
  const log = [OPENING, leaves[1] ?? '', leaves[2] ?? '', run.leaf(8, true), leaves[4] ?? ''];
  if (isComplete) {
    log[1] = run.leaf(4);
    const second = runAt(COMPLETE, 1).filter((it) => !('leaf' in it));
    return completeOf(log, [run.lines, second]);
  }
  const [header, ...rest] = frontOf(INTACT);
  return bundleOf([{ ...header, runs: 1 }, ...rest, ...run.lines, proofLine(log, 3)]);
}

export function completeOf(log: readonly string[], runs: readonly Data[][], note = noteOf(log)): string {
  const [header, definition] = frontOf(COMPLETE);
  return bundleOf([
    { ...header, runs: runs.length },
    definition ?? {},
    { leaves: log, origin: ORIGIN },
    { checkpoint: note },
    ...runs.flat(),
  ]);
}

export const withoutProof = (nth: number) => runAt(COMPLETE, nth).filter((it) => !('leaf' in it));
const isApproval = (lines: readonly Data[]) =>
  lines.findIndex((it) => String(it['event']).includes('decision-recorded'));
export const withReject = (lines: Data[]) => {
  editEntry(lines[isApproval(lines)], ({ data }) => ((data as Data)['decision'] = 'reject'));
};

/** The first run with a redaction as event 9, which the log has or has not. */
export function redacted(
  { texts, people = [] }: { texts: 'all' | string[]; people?: string[] },
  edit: (lines: Data[]) => void,
  { isLogged = true } = {},
): string {
  const lines = runAt(INTACT, 0).filter((it) => !('leaf' in it));
  const actorId = hidingOf().tokenOf('bob@example.com').token;
  lines.push({
    event: canonical({
      ...{ at: 1_795_613_250_000, id: 'evt_1_9', seq: 9, step: null, type: 'execution.redacted' },
      data: { actorId, people, reason: null, texts },
    }),
    shown: {},
  });
  edit(lines);
  const run = chained(lines);
  const log = [...leaves, run.leaf(9, true)];
  const [header, ...rest] = frontOf(INTACT);
  const proof = isLogged ? proofLine(log, 5) : proofLine(leaves, 3);
  return bundleOf([{ ...header, runs: 1 }, ...rest, ...run.lines, proof]);
}

export const hideReason = (lines: Data[]) => (shownOf(lines[isApproval(lines)])['/data/reason'] = null);
export const ANN = hidingOf().tokenOf('ann@example.com').token;
export const hideAnn = (lines: Data[]) => {
  const people = lines[0]?.['people'] as string[][];
  if (lines[0] !== undefined) lines[0]['people'] = people.filter(([token]) => token !== ANN);
};

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

export const TRUNCATED: readonly Attack[] = [
  [31, 'the last event dropped', () => edited(INTACT, (data) => data.toSpliced(eventAt(data, 7), 1))],
  [
    31,
    'the last event dropped, complete',
    () => edited(COMPLETE, (data) => data.toSpliced(eventAt(data, 7), 1)),
  ],
  [
    32,
    'one dropped in the middle, the rest renumbered',
    () => edited(INTACT, (data) => renumbered(data.toSpliced(eventAt(data, 5), 1))),
  ],
  [
    33,
    'a whole run dropped from a complete bundle, header and end line rewritten',
    () => completeOf(leaves, [runAt(COMPLETE, 0)], vectors.note.note),
  ],
  [34, 'rollback: an older signed checkpoint and shorter runs', rolledBack, { anchors }],
  [35, 'the same with `minSize`', rolledBack, { minSize: 5 }],
  ...[1, 30, 500, 3_000, INTACT.length - 1].map((length): Attack => [
    36,
    `cut in a line, to ${length} bytes`,
    () => INTACT.slice(0, length),
  ]),
  ...[1, 2, 3, 10, 12, 21].map((count): Attack => [
    37,
    `cut after line ${count}`,
    () => `${linesOf(INTACT).slice(0, count).join('\n')}\n`,
  ]),
  [37, 'cut before the leaves of a complete bundle', () => `${linesOf(COMPLETE).slice(0, 2).join('\n')}\n`],
];

export const FORKED: readonly Attack[] = [
  [
    38,
    'rewritten, chained anew and signed by an insider, anchors at hand',
    () => rewritten(withReject),
    { anchors },
  ],
  [38, 'the same in a complete bundle', () => rewritten(withReject, { isComplete: true }), { anchors }],
  [
    39,
    'two signed checkpoints of one size in one bundle',
    () => edited(INTACT, (data) => [...data.slice(0, -1), proofLine(forkedLog(), 4)]),
  ],
  [40, 'two signed checkpoints of one size, one retained', () => INTACT, { anchors: [noteOf(forkedLog())] }],
  [
    41,
    'a smaller retained one of another tree',
    () => COMPLETE,
    { anchors: [noteOf([OPENING, leaves[2] ?? ''])] },
  ],
  [
    42,
    'a run dropped with its leaves',
    () =>
      completeOf(
        leaves.filter((it) => !it.includes('exec_2')),
        [withoutProof(0)],
      ),
    { anchors },
  ],
  [
    43,
    'the log rewinds a run',
    () =>
      completeOf(
        [OPENING, leaves[3] ?? '', leaves[4] ?? '', leaves[1] ?? ''],
        [withoutProof(0), withoutProof(1)],
      ),
  ],
  [
    43,
    'the log rewinds a run, by two proofs',
    () => {
      const log = [OPENING, leaves[3] ?? '', leaves[1] ?? ''];
      return edited(INTACT, ([header, ...data]) => [
        { ...header, runs: 1 },
        ...data.slice(
          0,
          data.findIndex((it) => 'leaf' in it),
        ),
        proofLine(log, 1),
        proofLine(log, 2),
      ]);
    },
  ],
];

export const WITHHELD: readonly Attack[] = [
  [44, 'a text not shown', () => edited(INTACT, (data) => void hideReason(data))],
  [45, 'a person left out', () => atRun((line) => (line['people'] = (line['people'] as unknown[]).slice(1)))],
  [46, 'more hidden than the record says', () => redacted({ texts: ['0 /context'] }, hideReason)],
  [46, 'more people hidden than the record says', () => redacted({ texts: 'all' }, hideAnn)],
  [
    47,
    'a redaction event added to the bundle alone',
    () => redacted({ texts: 'all' }, hideReason, { isLogged: false }),
  ],
];

const decisionLine = (from: string, to: string) => replaced(INTACT, from, to);
export const MALFORMED: readonly Attack[] = [
  [
    48,
    'a decision replaced by a digest',
    () =>
      atEvent(4, (line) =>
        editEntry(
          line,
          ({ data }) => ((data as Data)['decision'] = { '#': 'vw1ngH1q6iKVtew5OBnqN_O4WMmJFVxMeYnKtW305OM' }),
        ),
      ),
  ],
  [49, 'a tree node given as a leaf', () => atProof((line) => (line['leaf'] = '\u0001'.repeat(64)))],
  [
    50,
    'duplicate key in an entry',
    () => decisionLine('{\\"durationMs\\":35}', '{\\"durationMs\\":35,\\"durationMs\\":35}'),
  ],
  [
    51,
    'duplicate key in a line',
    () => replaced(INTACT, '"complete":false,', '"complete":false,"complete":false,'),
  ],
  [52, 'an escape for a letter', () => replaced(INTACT, 'Looks', '\\u004cooks')],
  [
    52,
    'an escape for a letter in an entry',
    () => replaced(INTACT, '\\"sign-off\\"', '\\"\\\\u0073ign-off\\"'),
  ],
  [
    53,
    'keys in another order',
    () =>
      replaced(
        INTACT,
        '"complete":false,"exportedAt":1795700000000',
        '"exportedAt":1795700000000,"complete":false',
      ),
  ],
  [54, 'white space', () => replaced(INTACT, '"complete":false', '"complete": false')],
  [55, '5.0', () => decisionLine('\\"durationMs\\":35', '\\"durationMs\\":35.0')],
  [56, '5e0', () => decisionLine('\\"durationMs\\":35', '\\"durationMs\\":35e0')],
  [57, '-0', () => decisionLine('\\"durationMs\\":35', '\\"durationMs\\":-0')],
  [58, '1e+21', () => decisionLine('\\"durationMs\\":35', '\\"durationMs\\":1e+21')],
  [59, '2^53+1', () => decisionLine('\\"durationMs\\":35', '\\"durationMs\\":9007199254740993')],
  [60, 'a fraction', () => decisionLine('\\"durationMs\\":35', '\\"durationMs\\":35.5')],
  [61, 'lone surrogate', () => decisionLine('\\"durationMs\\":35', '\\"durationMs\\":\\"\\\\ud800\\"')],
  [61, 'lone surrogate in a line', () => replaced(INTACT, '"workspace":"default"', '"workspace":"\\ud800"')],
  [62, 'BOM', () => sealed(linesOf(`\uFEFF${INTACT}`).slice(0, -1))],
  [63, 'not UTF-8', () => notUtf8()],
  [64, 'CR LF', () => INTACT.replaceAll('\n', '\r\n')],
  [
    65,
    'a size with a leading zero',
    () => atProof((line) => (line['proof'] = proofOf(line).replace('\n5\n', '\n05\n'))),
  ],
  [
    0,
    'a text with a duplicate key',
    () => replaced(INTACT, '{\\"amount\\":1234.5', '{\\"amount\\":1,\\"amount\\":1234.5'),
  ],
  [
    0,
    'a name in place of a token',
    () =>
      replaced(
        INTACT,
        '\\"reviewerId\\":\\"~wDDsvo-p8DG3TnlpLbnAbTOR8rc3PpMIRBoENWL6VkY',
        '\\"reviewerId\\":\\"ann@example.com',
      ),
  ],
  [
    0,
    'a text that is not hidden',
    () => atEvent(4, (line) => editEntry(line, ({ data }) => ((data as Data)['reason'] = 'Looks fine'))),
  ],
  [0, 'bytes behind the end', () => `${INTACT}x`],
  [0, 'a line behind the end', () => `${INTACT}${INTACT}`],
  [0, 'another file', () => 'hello'],
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

export function furtherSignature(): string {
  return atProof((line) => {
    const bytes = fromBase64('AAAAAAEC') ?? new Uint8Array();
    line['proof'] = `${proofOf(line)}— witness.example.com ${toBase64(bytes)}\n`;
  });
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

/** Last week's state: a checkpoint of 3 leaves, and both runs up to event 4. */
function rolledBack(): string {
  const upTo4 = (nth: number) => withoutProof(nth).slice(0, 5);
  return completeOf(leaves.slice(0, 3), [upTo4(0), upTo4(1)]);
}

/** The log of an insider: another last leaf. */
function forkedLog(): string[] {
  return [
    ...leaves.slice(0, 3),
    leaves[3]?.replace('"sealed":true', '"sealed":false') ?? '',
    leaves[4] ?? '',
  ];
}

function notUtf8(): Uint8Array {
  const bytes = new TextEncoder().encode(INTACT);
  return bytes.with(bytes.indexOf(0x4c), 0xff);
}
