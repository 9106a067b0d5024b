/**
 * Loads content by thread. Threads that are asked for at the same time go out in one request, and a thread for which
 * a request is under way is not asked for a second time: whoever wants it meanwhile gets that answer, or, if the
 * thread has changed since that request went out, asks again when it is done.
 */
import { canonical } from '../content/canonical.js';
import { ResolverError } from '../errors.js';
import { type PartialCommentAnnotation, type StructuralAnnotation, isObject } from '../record.js';
import type { CommentResolverModuleName } from './events.js';
import type { Resolve } from './resolver.js';

/** null: the customer has no content of this thread. */
export type LoadedContent =
  | { readonly ok: true; readonly content: PartialCommentAnnotation | null }
  | { readonly ok: false; readonly error: ResolverError };

export type LoadContent = (
  threads: readonly StructuralAnnotation[],
  moduleName: CommentResolverModuleName,
) => Promise<ReadonlyMap<string, LoadedContent>>;

interface Batch {
  readonly moduleName: CommentResolverModuleName;
  /** By annotationId. */
  readonly threads: Map<string, StructuralAnnotation>;
  readonly answer: Promise<(annotationId: string) => LoadedContent>;
}

export function createLoader(resolve: Resolve, organizationId: string): LoadContent {
  const underWay = new Map<string, Batch>();
  /** The batch that still takes threads. */
  let open: Batch | null = null;

  function newBatch(moduleName: CommentResolverModuleName): Batch {
    const threads = new Map<string, StructuralAnnotation>();
    return { moduleName, threads, answer: send() };

    async function send() {
      // Everything that is asked for in the same turn joins.
      await Promise.resolve();
      open = null;
      const commentAnnotationIds = [...threads.keys()];
      const documents = [...threads.values()].map(({ metadata }) => metadata.documentId);
      const documentIds = [...new Set(documents)].filter((it) => it !== undefined);
      const request = { organizationId, commentAnnotationIds, documentIds };
      try {
        const { data } = await resolve('get', request, { moduleName, payload: request });
        return (id: string): LoadedContent => ({ ok: true, content: contentIn(data, id) });
      } catch (error) {
        if (!(error instanceof ResolverError)) throw error;
        return (): LoadedContent => ({ ok: false, error });
      } finally {
        for (const id of commentAnnotationIds) underWay.delete(id);
      }
    }
  }

  function batchFor(thread: StructuralAnnotation, moduleName: CommentResolverModuleName): Batch {
    const current = underWay.get(thread.annotationId);
    if (current !== undefined) return current;
    if (open?.moduleName !== moduleName) open = newBatch(moduleName);
    open.threads.set(thread.annotationId, thread);
    underWay.set(thread.annotationId, open);
    return open;
  }

  async function load(
    thread: StructuralAnnotation,
    moduleName: CommentResolverModuleName,
  ): Promise<LoadedContent> {
    const batch = batchFor(thread, moduleName);
    const loaded = (await batch.answer)(thread.annotationId);
    const asked = batch.threads.get(thread.annotationId);
    return asked && versionOf(asked) !== versionOf(thread) ? load(thread, moduleName) : loaded;
  }

  return async (threads, moduleName) => {
    const loads = threads.map(async (it) => [it.annotationId, await load(it, moduleName)] as const);
    return new Map(await Promise.all(loads));
  };
}

const versions = new WeakMap<StructuralAnnotation, string>();

/** Content is as good as the structural record that it was read for. */
export function versionOf(thread: StructuralAnnotation): string {
  const version = versions.get(thread) ?? canonical(thread) ?? '';
  versions.set(thread, version);
  return version;
}

function contentIn(data: unknown, id: string): PartialCommentAnnotation | null {
  const found = isObject(data) && Object.hasOwn(data, id) ? data[id] : undefined;
  return isObject(found) ? (found as unknown as PartialCommentAnnotation) : null;
}
