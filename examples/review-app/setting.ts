/**
 * People and subject of this example, and the session of the page. No imports: both sides use it.
 */

export interface Person {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
}

export const PEOPLE: readonly Person[] = [
  { userId: 'ada', name: 'Ada Lindgren', email: 'ada@acme.example' },
  { userId: 'bob', name: 'Bob Okafor', email: 'bob@acme.example' },
  { userId: 'carol', name: 'Carol Reyes', email: 'carol@acme.example' },
];

/** Author of approval steps in the thread. No user signs in as it. */
export const APPROVALS: Person = { userId: 'approvals', name: 'Approvals', email: 'approvals@acme.example' };

/** Author of the document, who is notified of decisions. */
export const OWNER_ID = 'ada';

export const ORGANIZATION = 'acme';
export const DOCUMENT_ID = 'contract-7';
/** Name of the event for changes of the summary; the provider opts into it. */
export const SUMMARY_EVENT = 'summary.changed';
/** One thread for the document: people and approval steps talk in the same place. */
export const THREAD_ID = `thread-${DOCUMENT_ID}`;

/** Response of `POST /session` of the customer's server. */
export interface Session {
  readonly user: Person;
  /** Token for the customer's own server, where the page comes from. */
  readonly customerToken: string;
  /** Access to the service: its URL and the caller's credentials. */
  readonly service: { readonly url: string; readonly apiKey: string; readonly authToken: string };
}

/** Kind of a change that the service announces, without its content. */
export type LiveChange = 'comments' | 'approvals';
