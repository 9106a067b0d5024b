/** Query and headers of a request for a stream. */
import type { Issue } from '@org/approval-core';
import type { ErrorCode } from '@org/approval-core/definition';
import { type HttpRequest, headerOf } from '@org/approval-internal/http';
import { badRequest } from '../answer.js';

/** Fields of `engine.feed.follow`; the engine validates their values. */
export interface StreamQuery {
  readonly after?: string;
  readonly from?: 'start' | 'now';
  readonly types?: string[];
  readonly definitionId?: string;
  readonly executionId?: string;
}

const FIELDS = ['after', 'from', 'types', 'definitionId', 'executionId'] as const;

/** `Last-Event-ID`, which a browser sends when it reconnects, wins over `after` and `from`. */
export function streamQuery(request: HttpRequest): StreamQuery {
  const query = new URLSearchParams(request.query);
  const issues = [...new Set(query.keys())].flatMap((name): Issue<ErrorCode>[] => {
    if (!(FIELDS as readonly string[]).includes(name)) {
      return [{ code: 'unknown-field', message: `give only ${FIELDS.join(', ')}`, path: name.slice(0, 100) }];
    }
    return query.getAll(name).length > 1
      ? [{ code: 'invalid-field', message: 'comes more than once', path: name }]
      : [];
  });
  const [first, ...others] = issues;
  if (first !== undefined) throw badRequest([first, ...others]);
  const last = headerOf(request, 'last-event-id') ?? '';
  const values = Object.fromEntries(query) as Partial<Record<(typeof FIELDS)[number], string>>;
  const { after, from, types, ...rest } = values;
  return {
    ...rest,
    ...(types !== undefined && { types: types.split(',') }),
    ...(last !== '' ? { after: last } : placeOf(after, from)),
  };
}

const placeOf = (after: string | undefined, from: string | undefined): StreamQuery => ({
  ...(after !== undefined && { after }),
  ...(from !== undefined && { from: from as 'start' }),
});
