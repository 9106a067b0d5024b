/** Shapes of the conformance kit for comment backends. */

/** The three operations of a comment provider. */
export interface CommentBackendFunctions {
  /** Returns the threads of documents. */
  readonly get: (request: never) => Promise<unknown>;
  /** Stores additions and changes. */
  readonly save: (request: never) => Promise<unknown>;
  /** Deletes removed threads. */
  readonly delete: (request: never) => Promise<unknown>;
}

/** The three endpoints, with the headers of each call. */
export interface CommentBackendUrls {
  /** URL that returns the threads of documents. */
  readonly getUrl: string;
  /** URL that stores additions and changes. */
  readonly saveUrl: string;
  /** URL that deletes removed threads. */
  readonly deleteUrl: string;
  /** Headers of every call, for example the credentials. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The backend, and data to try it on. */
export interface CommentBackendOptions {
  /** The backend under test. */
  readonly backend: CommentBackendFunctions | CommentBackendUrls;
  /** An organization for tests: threads stay in it. */
  readonly organizationId: string;
  /** A document of the organization that the caller may write to. */
  readonly documentId: string;
  /** The user that the headers or functions call as. */
  readonly userId: string;
}

/** A broken rule. */
export interface CommentBackendFinding {
  /** The rule, in a sentence. */
  readonly rule: string;
  /**
   * `loses-words`: acknowledged text can be overwritten or reappear. `wrong-answer`: the client
   * cannot work with it.
   */
  readonly severity: 'loses-words' | 'wrong-answer';
  /** Observed behavior. */
  readonly seen: string;
  /** Required behavior. */
  readonly fix: string;
}

/** Any response of the backend. */
export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export type Call = (operation: 'get' | 'save' | 'delete', request: object) => Promise<Answer>;
