/**
 * Loads content by thread. Threads that are asked for at the same time go out in one request, and a thread for which
 * a request is under way is not asked for a second time: whoever wants it meanwhile gets that answer, or, if the
 * thread has changed since that request went out, asks again when it is done.
 */
import { ResolverError } from '../errors.js';
import { type PartialCommentAnnotation, isObject } from '../record.js';
import type { ListedAnnotation } from '../service/port.js';
import type { CommentResolverModuleName } from './events.js';
import type { Resolve } from './resolver.js';

/** null: the customer has no content of this thread. */
type LoadedContent =
  | {
      readonly ok: true;
      readonly content: PartialCommentAnnotation | null;
      /** The customer's, where its side tells. */
      readonly revision: number | undefined;
    }
  | { readonly ok: false; readonly error: ResolverError };

export type LoadContent = (
  threads: readonly ListedAnnotation[],
  moduleName: CommentResolverModuleName,
) => Promise<ReadonlyMap<string, LoadedContent>>;

interface Batch {
  readonly moduleName: CommentResolverModuleName;
  /** By annotationId. */
  readonly threads: Map<string, ListedAnnotation>;
  readonly loaded: Promise<(annotationId: string) => LoadedContent>;
}

/** So many threads are one request: what is asked for, and what is answered, keeps to a size. */
const MOST_THREADS = 200;
const REQUESTS_AT_ONCE = 4;

/** One request, and what it says of each thread in it. */
async function loadSome(
  { resolve, organizationId }: { readonly resolve: Resolve; readonly organizationId: string },
  threads: readonly ListedAnnotation[],
  moduleName: CommentResolverModuleName,
): Promise<(id: string) => LoadedContent> {
  const commentAnnotationIds = threads.map((it) => it.annotation.annotationId);
  const documents = threads.map((it) => it.annotation.metadata.documentId);
  const documentIds = [...new Set(documents)].filter((it) => it !== undefined);
  const request = { organizationId, commentAnnotationIds, documentIds };
  try {
    const { data, revisions } = await resolve('get', request, { moduleName, payload: request });
    return (id) => ({ ok: true, content: contentIn(data, id), revision: revisionIn(revisions, id) });
  } catch (error) {
    if (!(error instanceof ResolverError)) throw error;
    return () => ({ ok: false, error });
  }
}

export function createLoader(resolve: Resolve, organizationId: string): LoadContent {
  const underWay = new Map<string, Batch>();
  /** The batch that still takes threads. */
  let open: Batch | null = null;

  function newBatch(moduleName: CommentResolverModuleName): Batch {
    const threads = new Map<string, ListedAnnotation>();
    return { moduleName, threads, loaded: send() };

    async function send() {
      // Everything that is asked for in the same turn joins.
      await Promise.resolve();
      open = null;
      const all = [...threads.values()];
      const loaded = new Map<string, (id: string) => LoadedContent>();
      const starts = Array.from(
        { length: Math.ceil(all.length / MOST_THREADS) },
        (_, it) => it * MOST_THREADS,
      );
      const work = async () => {
        for (let start = starts.shift(); start !== undefined; start = starts.shift()) {
          const chunk = all.slice(start, start + MOST_THREADS);
          const found = await loadSome({ resolve, organizationId }, chunk, moduleName);
          for (const { annotation } of chunk) loaded.set(annotation.annotationId, found);
        }
      };
      try {
        await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, work));
        return (id: string): LoadedContent =>
          loaded.get(id)?.(id) ?? { ok: true, content: null, revision: undefined };
      } finally {
        for (const id of threads.keys()) underWay.delete(id);
      }
    }
  }

  function batchFor(thread: ListedAnnotation, moduleName: CommentResolverModuleName): Batch {
    const { annotationId } = thread.annotation;
    const current = underWay.get(annotationId);
    if (current !== undefined) return current;
    if (open?.moduleName !== moduleName) open = newBatch(moduleName);
    open.threads.set(annotationId, thread);
    underWay.set(annotationId, open);
    return open;
  }

  async function load(
    thread: ListedAnnotation,
    moduleName: CommentResolverModuleName,
  ): Promise<LoadedContent> {
    const { annotationId } = thread.annotation;
    const batch = batchFor(thread, moduleName);
    const loaded = (await batch.loaded)(annotationId);
    const asked = batch.threads.get(annotationId);
    return asked && asked.revision !== thread.revision ? load(thread, moduleName) : loaded;
  }

  return async (threads, moduleName) => {
    const loads = threads.map(
      async (it) => [it.annotation.annotationId, await load(it, moduleName)] as const,
    );
    return new Map(await Promise.all(loads));
  };
}

function contentIn(data: unknown, id: string): PartialCommentAnnotation | null {
  const found = isObject(data) && Object.hasOwn(data, id) ? data[id] : undefined;
  return isObject(found) ? (found as unknown as PartialCommentAnnotation) : null;
}

function revisionIn(revisions: unknown, id: string): number | undefined {
  const found = isObject(revisions) && Object.hasOwn(revisions, id) ? revisions[id] : undefined;
  return typeof found === 'number' ? found : undefined;
}
