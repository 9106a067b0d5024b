/**
 * Model of the feed (decision 0019): writers commit entries in any order; readers assign positions
 * to committed ones, and follow a cursor. No entry may stay behind a cursor that has passed it.
 */
import { itemAt } from '@org/approval-internal/lists';
import { type Model, withAt } from './explore.js';

interface Writer {
  readonly phase: 'not yet' | 'open' | 'committed';
  /** Position in the feed; null before it is assigned. */
  readonly position: number | null;
}

interface Reader {
  readonly cursor: number;
  /** Writers whose entries it has seen, in that order. */
  readonly seen: readonly number[];
  /** Entries without a position that it found before the lock; null when idle. */
  readonly found: readonly number[] | null;
}

export interface FeedState {
  readonly writers: readonly Writer[];
  readonly readers: readonly Reader[];
  readonly newest: number;
}

export type FeedBug =
  'position before the commit' | 'cursor that skips a late commit' | 'positions without a lock';

export const feedProtocol = (
  writers: number,
  readers: number,
  bug: FeedBug | null = null,
): Model<FeedState> => ({
  initial: {
    writers: Array.from({ length: writers }, () => ({ phase: 'not yet', position: null })),
    readers: Array.from({ length: readers }, () => ({ cursor: 0, seen: [], found: null })),
    newest: 0,
  },
  next: (state) => [
    ...state.writers.flatMap((_, at) => writes(state, at, bug)),
    ...state.readers.flatMap((_, at) => reads(state, at, bug)),
  ],
  fault: (state) => fault(state),
  isGood: ({ readers: all, writers: them }) => all.every(({ seen }) => seen.length === them.length),
});

type Steps = readonly (readonly [string, FeedState])[];

function writes(state: FeedState, at: number, bug: FeedBug | null): Steps {
  const { phase } = itemAt(state.writers, at);
  if (phase === 'committed') return [];
  const isEarly = bug === 'position before the commit' || bug === 'cursor that skips a late commit';
  if (phase === 'open')
    return [[`${at} commits`, { ...state, writers: withAt(state.writers, at, { phase: 'committed' }) }]];
  const position = isEarly ? state.newest + 1 : null;
  const writers = withAt(state.writers, at, { phase: 'open', position });
  return [[`${at} begins`, { ...state, writers, newest: position ?? state.newest }]];
}

function reads(state: FeedState, at: number, bug: FeedBug | null): Steps {
  const { cursor, seen, found } = itemAt(state.readers, at);
  const set = (change: Partial<Reader>, more: Partial<FeedState> = {}): FeedState => ({
    ...state,
    ...more,
    readers: withAt(state.readers, at, change),
  });
  const placed = state.writers.flatMap(({ phase, position }, index) =>
    phase === 'committed' && position !== null && position > cursor ? [{ index, position }] : [],
  );
  const page = placed.toSorted((a, b) => a.position - b.position);
  const last = page.at(-1)?.position ?? cursor;
  const read =
    page.length === 0
      ? []
      : [
          [
            `reader ${at} reads to ${last}`,
            set({ cursor: last, seen: [...seen, ...page.map((it) => it.index)] }),
          ] as const,
        ];
  if (bug === 'position before the commit' || bug === 'cursor that skips a late commit') return read;
  if (bug !== 'positions without a lock') return [...read, ...sequence(state, unplaced(state), set)];
  if (found === null) return [...read, [`reader ${at} looks for entries`, set({ found: unplaced(state) })]];
  return [...read, ...sequence(state, found, (change, more) => set({ ...change, found: null }, more))];
}

const unplaced = ({ writers }: FeedState): number[] =>
  writers.flatMap((it, index) => (it.phase === 'committed' && it.position === null ? [index] : []));

/** One process at a time, by the row of the workspace: one step of the model. */
function sequence(
  state: FeedState,
  entries: readonly number[],
  set: (change: Partial<Reader>, more: Partial<FeedState>) => FeedState,
): Steps {
  if (entries.length === 0) return [];
  const writers = state.writers.map((it, index) =>
    entries.includes(index) ? { ...it, position: state.newest + 1 + entries.indexOf(index) } : it,
  );
  const newest = state.newest + entries.length;
  return [[`positions are given to ${entries.join()}`, set({}, { writers, newest })]];
}

function fault({ writers, readers }: FeedState): string | null {
  for (const { cursor, seen } of readers) {
    if (new Set(seen).size < seen.length) return 'an entry was read twice';
    const isMissed = ({ phase, position }: Writer, index: number) =>
      phase === 'committed' && position !== null && position <= cursor && !seen.includes(index);
    if (writers.some(isMissed)) return 'an entry was skipped';
  }
  const positions = writers.flatMap((it) => it.position ?? []);
  return new Set(positions).size < positions.length ? 'two entries have one position' : null;
}
