/** The attacks that a record must withstand, by the verdict that each must give. */
import { fromBase64, toBase64 } from '@org/approval-core/record';
import type { VerifyOptions } from '../index.js';
import {
  type Data,
  INTACT,
  COMPLETE,
  vectors,
  ORIGIN,
  linesOf,
  canonical,
  bundleOf,
  edited,
  editEntry,
  isEvent,
  eventAt,
  noteOf,
  proofLine,
  OPENING,
  chained,
  runAt,
  frontOf,
  hidingOf,
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
export const atEvent = (nth: number, edit: (line: Data) => void) =>
  edited(INTACT, (data) => {
    const line = data[eventAt(data, nth)];
    if (line !== undefined) edit(line);
  });
export const atRun = (edit: (line: Data, data: Data[]) => void) =>
  edited(INTACT, (data) => {
    const line = data.find((it) => 'genesis' in it);
    if (line !== undefined) edit(line, data);
  });
export const atProof = (edit: (line: Data, data: Data[]) => void) =>
  edited(INTACT, (data) => {
    const line = data.find((it) => 'leaf' in it);
    if (line !== undefined) edit(line, data);
  });
export const shownOf = (line: Data | undefined) => line?.['shown'] as Record<string, unknown>;
export const proofOf = (line: Data | undefined) => String(line?.['proof']);

/** Moves the numbers of the first run's events after a change of their count. */
export function renumbered(data: Data[]): Data[] {
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
export const isApproval = (lines: readonly Data[]) =>
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

export function furtherSignature(): string {
  return atProof((line) => {
    const bytes = fromBase64('AAAAAAEC') ?? new Uint8Array();
    line['proof'] = `${proofOf(line)}— witness.example.com ${toBase64(bytes)}\n`;
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
