import type { Change } from '@org/approval-core/store';
import { type EngineEvent, isExternal } from '@org/approval-core/interpreter';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventsIn, feedEntriesOf, feedRows } from './feed.js';

const scope = { definitionId: 'flow', organizationId: null, documentId: null };
const key = { workspaceId: 'w', executionId: 'e' };

/** Only the parts that rows are made of. */
function changeWith(types: readonly string[]): Change {
  const events = types.map((type, index) => ({ seq: index + 5, type, timestamp: 1_000 + index }));
  return { state: { ...key, ...scope }, events } as unknown as Change;
}

const TYPES = ['execution.dispatched', 'step.completed', 'only for the engine'];

test('the events of a commit come back in their order, at positions that follow each other', () => {
  const types = fc.array(fc.constantFrom(...TYPES), { maxLength: 350 });
  fc.assert(
    fc.property(types, fc.nat(1_000), (of, newest) => {
      const change = changeWith(of);
      const external = change.events.filter(isExternal);
      let last = newest;
      const entries = feedRows(change).flatMap((row) => {
        last += eventsIn(row);
        return feedEntriesOf({ ...row, position: last });
      });
      expect(entries).toEqual(
        external.map(({ seq, type }: EngineEvent, index) => ({
          ...{ ...key, ...scope, seq, type },
          position: newest + index + 1,
        })),
      );
    }),
  );
});

test('a row holds a hundred events at most, and is known by its last', () => {
  const rows = feedRows(changeWith(Array.from({ length: 250 }, () => 'step.completed')));
  expect(rows.map(eventsIn)).toEqual([100, 100, 50]);
  expect(rows.map((row) => row.seq)).toEqual([104, 204, 254]);
  expect(rows.map((row) => row.happened_at)).toEqual([1_099, 1_199, 1_249]);
});

test('a row of one event names no earlier ones', () => {
  const [row] = feedRows(changeWith(['step.completed']));
  expect(row).toMatchObject({ earlier: null });
});
