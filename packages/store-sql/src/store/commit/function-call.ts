/** A batch as arguments of the PostgreSQL function. */
import type { Change } from '@org/approval-core/store';
import { COMMIT_PARAMETERS } from '../../schema/commit-function.js';
import type { Value } from '../../sql/dialect.js';
import type { StoreContext } from '../context.js';
import { type Call, jsonOf, listsOf } from './lists.js';
import { Texts, sentRow } from './sent-rows.js';

export function functionCall({ names }: Pick<StoreContext, 'names'>, changes: readonly Change[]): Call {
  const texts = new Texts();
  const lists = listsOf(changes, 1, (list, row, i) => sentRow(list, row, { i, texts }));
  const of = (cell: (change: Change) => Value): Value[] => changes.map(cell);
  const ofNew = (cell: (change: Change) => Value) => of((it) => (it.expectedSeq === 0 ? cell(it) : null));
  return {
    text: textOf(names.commit),
    params: [
      of(({ state }) => state.workspaceId),
      of(({ state }) => state.executionId),
      of(({ expectedSeq }) => expectedSeq),
      ofNew(({ state }) => state.definitionUid),
      ofNew(({ state }) => state.idempotencyKey),
      texts.bytes(),
      ...COMMIT_PARAMETERS.map((list) => jsonOf(lists[list])),
    ],
    flag: (value) => (value ? 'true' : 'false'),
  };
}

const TYPES = [
  ...['boolean', 'boolean', 'text[]', 'text[]', 'bigint[]', 'text[]', 'text[]', 'bytea'],
  ...COMMIT_PARAMETERS.map(() => 'json'),
];
const textOf = (name: string): string =>
  `select results, lost from ${name}(${TYPES.map((type) => `?::${type}`).join(', ')})`;
