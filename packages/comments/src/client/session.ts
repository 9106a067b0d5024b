/** The order in which a client is set up: providers, identify, setDocuments (contract section 16). */
import { CommentsSetupError } from '../errors.js';
import { type LoadContent, createLoader } from '../provider/loader.js';
import { type RegisteredProvider, register } from '../provider/register.js';
import { type Resolve, type ResolverPorts, createResolver } from '../provider/resolver.js';
import type { DataProviders } from '../provider/provider.js';
import type { User } from '../record.js';
import { Threads } from './threads.js';

/** The person who is signed in; `organizationId` scopes everything that is read and written. */
export interface Identity extends User {
  readonly organizationId: string;
}

/** What there is from `identify` on. */
export interface Session {
  readonly user: Identity;
  readonly provider: RegisteredProvider;
  readonly resolve: Resolve;
  readonly load: LoadContent;
  readonly threads: Threads;
}

export class Sessions {
  #provider: RegisteredProvider | null = null;
  #session: Session | null = null;
  #documentIds: readonly string[] | null = null;
  readonly #ports: ResolverPorts;
  readonly #onChange: () => void;

  constructor(ports: ResolverPorts, onChange: () => void) {
    this.#ports = ports;
    this.#onChange = onChange;
  }

  setDataProviders(providers: DataProviders, fetch: typeof globalThis.fetch): void {
    if (this.#session !== null)
      throw new CommentsSetupError('Call setDataProviders before identify: content is read from then on.');
    // Whoever writes JavaScript is not kept from leaving it out.
    const { comment } = providers as Partial<DataProviders>;
    if (comment === undefined)
      throw new CommentsSetupError('Give the provider as setDataProviders({ comment: provider }).');
    this.#provider = register(comment, fetch);
  }

  identify(user: Identity): void {
    const provider = this.#provider;
    if (provider === null)
      throw new CommentsSetupError('Call setDataProviders({ comment }) before identify.');
    if (!isId(user.userId)) throw new CommentsSetupError('identify needs a userId.');
    if (!isId(user.organizationId)) throw new CommentsSetupError('identify needs an organizationId.');
    const resolve = createResolver(provider, this.#ports);
    const threads = new Threads(provider.custom);
    threads.subscribe(this.#onChange);
    this.#session = { user, provider, resolve, load: createLoader(resolve, user.organizationId), threads };
    // Another person may not read the same documents.
    this.#documentIds = null;
    this.#onChange();
  }

  setDocuments(documentIds: readonly string[]): Session {
    const session = this.#identified('setDocuments');
    if (!Array.isArray(documentIds) || documentIds.length === 0 || !documentIds.every(isId))
      throw new CommentsSetupError('Give setDocuments a list with the ids of one or more documents.');
    this.#documentIds = [...new Set(documentIds)];
    return session;
  }

  /** For everything that reads or writes comments. */
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
    return this.#documentIds ?? [];
  }

  #identified(method: string): Session {
    if (this.#session === null) throw new CommentsSetupError(`Call identify before ${method}.`);
    return this.#session;
  }
}

const isId = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** @throws CommentsSetupError for a document that was not chosen with setDocuments. */
export function checkDocuments(asked: readonly unknown[], chosen: readonly string[]): void {
  const others = asked.filter((it) => typeof it !== 'string' || !chosen.includes(it));
  if (asked.length > 0 && others.length === 0) return;
  throw new CommentsSetupError(
    `The document ${String(others[0])} was not chosen: name it in setDocuments first. ` +
      'A data provider works with the documents of setDocuments only.',
  );
}
