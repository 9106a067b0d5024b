/** `Visible` as conditions of a query. */
import { keysOf } from '@org/approval-internal/lists';
import type { Visible } from '@org/approval-core';
import { roundedUp } from '../context.js';
import type { Condition } from './page.js';

const COLUMNS = {
  definitionIds: 'definition_id',
  organizationIds: 'organization_id',
  documentIds: 'document_id',
} as const satisfies Record<keyof Visible, string>;

export const visibleConditions = (visible: Visible | undefined, table: string): Condition[] =>
  keysOf(COLUMNS).flatMap((field) => {
    const ids = visible?.[field];
    return ids === undefined ? [] : [among(`${table}${COLUMNS[field]}`, ids)];
  });

/**
 * The column equals one of these; their number is rounded up by repeating the last one, so that few
 * statements are prepared.
 */
function among(column: string, ids: readonly string[]): Condition {
  const last = ids.at(-1);
  if (last === undefined) return ['1 = 0'];
  const all = [...ids, ...Array.from({ length: roundedUp(ids.length) - ids.length }, () => last)];
  return [`${column} in (${all.map(() => '?').join(', ')})`, ...all];
}
