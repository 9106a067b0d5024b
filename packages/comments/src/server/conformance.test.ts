/**
 * The conformance kit: the package's own backend lacks nothing, and the findings say what others
 * lack.
 */
import { commentBackendFindings } from '@org/approval-testkit';
import { expect, test } from 'vitest';
import { createMemoryAnnotationStore } from '../store/memory-store.js';
import { callerNamed } from '../test-support/callers.js';
import { SHELLS } from '../test-support/shells.js';
import { createCommentBackend } from './backend.js';

const where = { organizationId: 'acme', documentId: 'contract', userId: 'ada' };
const ok = { success: true, statusCode: 200 };

interface Thread {
  readonly annotationId: string;
  readonly comments: Readonly<Record<string, object>>;
}
interface Save {
  readonly commentAnnotation: Readonly<Record<string, Thread>>;
  readonly event?: string;
  readonly commentId?: number;
}

/** A backend over a map, with its own way to save. */
function over(saveOne: (before: Thread | undefined, sent: Thread, request: Save) => Thread) {
  const kept = new Map<string, Thread>();
  return {
    get: async ({ commentAnnotationIds }: { commentAnnotationIds: readonly string[] }) => ({
      ...ok,
      data: Object.fromEntries(
        commentAnnotationIds.flatMap((id) => (kept.has(id) ? [[id, kept.get(id)]] : [])),
      ),
    }),
    save: async (request: Save) => {
      for (const [id, sent] of Object.entries(request.commentAnnotation))
        kept.set(id, saveOne(kept.get(id), sent, request));
      return ok;
    },
    delete: async ({ commentAnnotationId }: { commentAnnotationId: string }) => {
      kept.delete(commentAnnotationId);
      return ok;
    },
  };
}

test('the backend of this package lacks nothing', async () => {
  const store = createMemoryAnnotationStore();
  const backend = createCommentBackend({
    store,
    basePath: '/c',
    callerOf: callerNamed,
    authorize: () => true,
  });
  const url = `${await SHELLS.node!(backend)}/c`;
  const urls = { getUrl: `${url}/get`, saveUrl: `${url}/save`, deleteUrl: `${url}/delete` };
  const findings = await commentBackendFindings({
    backend: { ...urls, headers: { 'x-user': 'ada' } },
    ...where,
  });
  expect(findings).toEqual([]);
});

const UNTOLD = [
  'get returns the revision of each thread',
  'save returns the new revision, and the previous one of the written fields',
  'a stale write is refused',
  'a repeated write changes nothing',
  'a deleted comment does not come back',
  'a deleted thread does not come back',
  'a withdrawn add has no effect, also when it arrives late',
];

test('a backend that merges and counts nothing is told what it lacks', async () => {
  const backend = over((before, { comments, ...fields }, { event, commentId }) => {
    const merged = { ...before?.comments, ...comments };
    if (event === 'comment.delete') Reflect.deleteProperty(merged, String(commentId));
    return { ...before, ...fields, comments: merged };
  });
  const findings = await commentBackendFindings({ backend, ...where });
  expect(findings.map((it) => it.rule)).toEqual(UNTOLD);
  for (const it of findings) expect([it.severity, it.fix.length > 20]).toEqual(['loses-words', true]);
});

test('a backend that sets the whole thread is told that it loses words', async () => {
  const findings = await commentBackendFindings({ backend: over((_before, sent) => sent), ...where });
  expect(findings.map((it) => it.rule)).toContain('a save merges its changes, and removes nothing else');
});
