/** Shapes of the conformance kit for comment backends. */

/** The three operations, as a comment provider has them. */
export interface CommentBackendFunctions {
  /** Returns the threads of documents. */
  readonly get: (request: never) => Promise<unknown>;
  /** Stores what was added or changed. */
  readonly save: (request: never) => Promise<unknown>;
  /** Deletes what was removed. */
  readonly delete: (request: never) => Promise<unknown>;
}

/** The three endpoints, with the headers that each call needs. */
export interface CommentBackendUrls {
  /** URL that returns the threads of documents. */
  readonly getUrl: string;
  /** URL that stores what was added or changed. */
  readonly saveUrl: string;
  /** URL that deletes what was removed. */
  readonly deleteUrl: string;
  /** Headers of every call, for example the credentials. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What to try, and where. */
export interface CommentBackendOptions {
  /** The backend under test. */
  readonly backend: CommentBackendFunctions | CommentBackendUrls;
  /** An organization for tests: threads are left in it. */
  readonly organizationId: string;
  /** A document of it that the caller may write to. */
  readonly documentId: string;
  /** The person that the headers or functions call as. */
  readonly userId: string;
}

/** A rule that does not hold. */
export interface CommentBackendFinding {
  /** The rule, in a sentence. */
  readonly rule: string;
  /** `loses-words`: acknowledged words can be overwritten or come back. `wrong-answer`: the client cannot work with it. */
  readonly severity: 'loses-words' | 'wrong-answer';
  /** What was seen. */
  readonly seen: string;
  /** What the backend has to do. */
  readonly fix: string;
}

/** An answer of the backend, whatever it is. */
export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export type Call = (operation: 'get' | 'save' | 'delete', request: object) => Promise<Answer>;
