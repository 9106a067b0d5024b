/**
 * The order in which a client is set up: providers, identify, setDocuments (contract section 16).
 */
import { CommentsSetupError } from '../errors.js';
import { type LoadContent, createLoader } from '../provider/loader.js';
import type { RegisteredProvider } from '../provider/register.js';
import { type Resolve, type ResolverPorts, createResolver } from '../provider/resolver.js';
import type { DataProviders } from '../provider/provider.js';
import { type CommentAnnotation, RECORD_TYPES, type RecordKind, isObject } from '../record.js';
import type { CommentService } from '../service/port.js';
import type { AttachmentPorts } from './attachments.js';
import type { Identity } from './identity.js';
import { type LaterPeople, laterPeople } from './later-people.js';
import { type RegisteredProviders, registerAll } from './providers.js';
import type { RecordRequests, Records } from './records.js';
import { Threads } from './threads.js';
import { Withdrawals } from './withdrawals.js';

/** State from `identify` on. */
export interface Session {
  readonly user: Identity;
  readonly provider: RegisteredProvider;
  readonly resolve: Resolve;
  readonly load: LoadContent;
  readonly threads: Threads;
  readonly withdrawals: Withdrawals;
  /** Null: names are kept in the threads. */
  readonly people: LaterPeople | null;
  /** Loaded when they are first asked for: most pages have threads alone. */
  readonly records: Readonly<Partial<Record<RecordKind, () => Promise<Records>>>>;
  /** Null without a provider for files. */
  readonly attachments: AttachmentPorts | null;
}

/**
 * A document that a page shows: its id, or an object with it, as in the published examples of the
 * source document.
 */
export type DocumentChoice =
  | string
  | {
      /** Id of the document. */
      readonly id: string;
    };

/** All known threads: with the names of people, when a provider knows them. */
export const knownTo = ({ threads, people }: Session): readonly CommentAnnotation[] =>
  people === null ? threads.shown() : people.named(threads.shown());

const NONE: readonly string[] = [];

/** Threads of the chosen documents: the same list for the same threads and documents. */
export function chosenOnly(): (
  threads: readonly CommentAnnotation[],
  documentIds: readonly string[],
) => readonly CommentAnnotation[] {
  let last: { readonly of: readonly unknown[]; readonly list: readonly CommentAnnotation[] } | null = null;
  return (threads, documentIds) => {
    if (last?.of[0] === threads && last.of[1] === documentIds) return last.list;
    const chosen = new Set(documentIds);
    const list = threads.filter((it) => chosen.has(it.metadata.documentId ?? ''));
    last = { of: [threads, documentIds], list };
    return list;
  };
}

export class Sessions {
  #providers: RegisteredProviders | null = null;
  #session: Session | null = null;
  #documentIds: readonly string[] | null = null;
  readonly #ports: ResolverPorts;
  readonly #service: CommentService;
  readonly #onChange: () => void;

  constructor(ports: ResolverPorts, service: CommentService, onChange: () => void) {
    this.#ports = ports;
    this.#service = service;
    this.#onChange = onChange;
  }

  setDataProviders(providers: DataProviders, fetch: typeof globalThis.fetch): void {
    if (this.#session !== null)
      throw new CommentsSetupError('Call setDataProviders before identify: content is read from then on.');
    this.#providers = registerAll(providers, fetch);
  }

  identify(user: Identity): void {
    const providers = this.#providers;
    if (providers === null)
      throw new CommentsSetupError('Call setDataProviders({ comment }) before identify.');
    if (!isId(user.userId)) throw new CommentsSetupError('identify needs a userId.');
    if (!isId(user.organizationId)) throw new CommentsSetupError('identify needs an organizationId.');
    const provider = providers.comment;
    const resolve = createResolver(provider, this.#ports);
    const threads = new Threads(provider.custom);
    threads.subscribe(this.#onChange);
    const load = createLoader(resolve, user.organizationId);
    const { organizationId } = user;
    const withdrawals = new Withdrawals({ resolve, organizationId, seeing: threads.seeing });
    this.#session = {
      ...{ user, provider, resolve, load, threads, withdrawals },
      ...this.#others(providers, user),
    };
    // Another person may not read the same documents.
    this.#documentIds = null;
    this.#onChange();
  }

  setDocuments(documents: readonly DocumentChoice[]): Session {
    const session = this.#identified('setDocuments');
    const ids: readonly unknown[] = Array.isArray(documents) ? documents.map(idOf) : [];
    if (ids.length === 0 || !ids.every(isId))
      throw new CommentsSetupError(
        'Give setDocuments a list of one or more documents, each as its id or as { id }.',
      );
    this.#documentIds = [...new Set(ids)];
    // Threads of others are shown no more, whether or not the service answers.
    this.#onChange();
    return session;
  }

  /** Returns the session, for everything that reads or writes comments. */
  ready(method: string): Session & { readonly documentIds: readonly string[] } {
    const session = this.#identified(method);
    if (this.#documentIds === null)
      throw new CommentsSetupError(`Call setDocuments before ${method}: comments belong to documents.`);
    return { ...session, documentIds: this.#documentIds };
  }

  /** Null before `identify`. */
  current(): Session | null {
    return this.#session;
  }

  documentIds(): readonly string[] {
    return this.#documentIds ?? NONE;
  }

  #others(
    { user: userProvider, attachment, ...providers }: RegisteredProviders,
    user: Identity,
  ): Pick<Session, 'people' | 'records' | 'attachments'> {
    const ports = this.#ports;
    const recordsOf = (kind: RecordKind) => {
      const provider = providers[kind] as RegisteredProvider | undefined;
      if (provider === undefined) return [];
      const own = { provider, resolve: createResolver<RecordRequests>(provider, ports), user };
      const all = { ...own, service: this.#service, now: () => ports.clock.now() };
      let records: Promise<Records> | undefined;
      const load = async () => new (await import('./records.js')).Records(kind, all);
      return [[kind, () => (records ??= load())] as const];
    };
    return {
      people: userProvider ? laterPeople(createResolver(userProvider, ports), user, this.#onChange) : null,
      records: Object.fromEntries(RECORD_TYPES.flatMap(recordsOf)),
      attachments: attachment
        ? {
            resolve: createResolver(attachment.provider, ports),
            organizationId: user.organizationId,
            maxBytes: attachment.maxBytes,
          }
        : null,
    };
  }

  #identified(method: string): Session {
    if (this.#session === null) throw new CommentsSetupError(`Call identify before ${method}.`);
    return this.#session;
  }
}

const idOf = (document: unknown): unknown => (isObject(document) ? document.id : document);

const isId = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** @throws CommentsSetupError for a document that was not chosen with setDocuments. */
export function checkDocuments(asked: readonly unknown[], chosen: readonly string[]): void {
  const others = asked.filter((it) => typeof it !== 'string' || !chosen.includes(it));
  if (asked.length > 0 && others.length === 0) return;
  throw new CommentsSetupError(
    `The document ${String(others[0])} was not chosen: name it in setDocuments first. ` +
      'A data provider works with the documents of setDocuments only.',
  );
}
