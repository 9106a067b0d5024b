/**
 * Loads content by thread. Threads that are requested at the same time go out in one request. A
 * thread whose request is under way is not requested a second time: callers who want it meanwhile
 * get that answer. If the thread has changed since that request went out, they ask again when it is
 * done.
 */
import { answeredThread } from '../content/answered.js';
import { AttemptError, type AttemptFailure, ResolverError } from '../errors.js';
import { type PartialCommentAnnotation, isObject } from '../record.js';
import type { ListedAnnotation } from '../service/port.js';
import type { CommentResolverModuleName } from './events.js';
import { createProgress, nextOf } from './progress.js';
import type { Resolve } from './resolver.js';

type Answer =
  | {
      readonly ok: true;
      /** null: the customer has no content of this thread. */
      readonly content: PartialCommentAnnotation | null;
      /** The customer's, where its side tells. */
      readonly revision: number | undefined;
    }
  | { readonly ok: false; readonly error: ResolverError };

/** `order` is that of the requests: an answer to a later one is newer. */
export type LoadedContent = Answer & { readonly order: number };

export type LoadContent = (
  threads: readonly ListedAnnotation[],
  moduleName: CommentResolverModuleName,
) => Promise<ReadonlyMap<string, LoadedContent>>;

interface Batch {
  readonly moduleName: CommentResolverModuleName;
  /** Threads by annotationId. */
  readonly threads: Map<string, ListedAnnotation>;
  readonly order: number;
  readonly loaded: Promise<(annotationId: string) => Answer>;
}

/** So many threads are one request: what is asked for, and what is answered, keeps to a size. */
const MOST_THREADS = 200;
const REQUESTS_AT_ONCE = 4;

/** One request, and what it says of each thread in it. */
async function loadSome(
  { resolve, organizationId }: { readonly resolve: Resolve; readonly organizationId: string },
  threads: readonly ListedAnnotation[],
  moduleName: CommentResolverModuleName,
): Promise<ReadonlyMap<string, Answer> | ResolverError> {
  const commentAnnotationIds = threads.map((it) => it.annotation.annotationId);
  const documents = threads.map((it) => it.annotation.metadata.documentId);
  const documentIds = [...new Set(documents)].filter((it) => it !== undefined);
  const request = { organizationId, commentAnnotationIds, documentIds };
  const found = new Map<string, Answer>();
  const progress = createProgress(() => new ResolverError('get', 1, new AttemptError('invalid-response')));
  try {
    let after: string | undefined;
    do {
      const page = after === undefined ? request : { ...request, after };
      const answer = await resolve('get', page, { moduleName, payload: request });
      const { data, revisions } = answer;
      const before = found.size;
      for (const id of commentAnnotationIds) {
        const content = answeredThread(ownOf(data, id));
        if (content !== null) found.set(id, { ok: true, content, revision: revisionIn(revisions, id) });
      }
      after = nextOf(answer);
      if (after !== undefined) progress(after, found.size - before);
    } while (after !== undefined);
    return found;
  } catch (error) {
    if (!(error instanceof ResolverError)) throw error;
    return error;
  }
}

/**
 * Failures that one of the threads may have caused; the others then need not do without their
 * content.
 */
const OF_ONE: readonly AttemptFailure[] = [
  'http-status',
  'not-successful',
  'invalid-response',
  'provider-threw',
];
/** So many failures without a success in between are the fault of the customer's side. */
const MOST_FAILURES = 8;

/** The requests of one batch: pieces of it, and halves of a piece that failed. */
async function loadAll(
  send: (threads: readonly ListedAnnotation[]) => ReturnType<typeof loadSome>,
  all: readonly ListedAnnotation[],
): Promise<(id: string) => Answer> {
  const loaded = new Map<string, Answer>();
  const pieces: (readonly ListedAnnotation[])[] = [];
  for (let start = 0; start < all.length; start += MOST_THREADS)
    pieces.push(all.slice(start, start + MOST_THREADS));
  let failures = 0;
  const work = async () => {
    for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) {
      const found = await send(piece);
      if (found instanceof ResolverError) {
        failures += 1;
        const half = Math.ceil(piece.length / 2);
        const isOfOne = found.cause instanceof AttemptError && OF_ONE.includes(found.cause.reason);
        if (isOfOne && piece.length > 1 && failures < MOST_FAILURES)
          pieces.push(piece.slice(0, half), piece.slice(half));
        else
          for (const { annotation } of piece)
            loaded.set(annotation.annotationId, { ok: false, error: found });
      } else {
        failures = 0;
        for (const [id, it] of found) loaded.set(id, it);
      }
    }
  };
  await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, work));
  return (id) => loaded.get(id) ?? { ok: true, content: null, revision: undefined };
}

export function createLoader(resolve: Resolve, organizationId: string): LoadContent {
  const underWay = new Map<string, Batch>();
  /** The batch that still takes threads. */
  let open: Batch | null = null;
  let batches = 0;

  function newBatch(moduleName: CommentResolverModuleName): Batch {
    const threads = new Map<string, ListedAnnotation>();
    return { moduleName, threads, order: (batches += 1), loaded: send() };

    async function send() {
      // Everything that is asked for in the same turn joins.
      await Promise.resolve();
      open = null;
      const side = { resolve, organizationId };
      try {
        return await loadAll(async (some) => loadSome(side, some, moduleName), [...threads.values()]);
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
    return asked && asked.revision !== thread.revision
      ? load(thread, moduleName)
      : { ...loaded, order: batch.order };
  }

  return async (threads, moduleName) => {
    const loads = threads.map(
      async (it) => [it.annotation.annotationId, await load(it, moduleName)] as const,
    );
    return new Map(await Promise.all(loads));
  };
}

const ownOf = (map: unknown, id: string): unknown =>
  isObject(map) && Object.hasOwn(map, id) ? map[id] : undefined;

function revisionIn(revisions: unknown, id: string): number | undefined {
  const found = ownOf(revisions, id);
  return typeof found === 'number' ? found : undefined;
}
