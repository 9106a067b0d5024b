/** Who and what this example is about, and what the page is given when somebody signs in. No imports: both sides use it. */

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

/** In whose name approval steps are posted. Nobody signs in as it. */
export const APPROVALS: Person = { userId: 'approvals', name: 'Approvals', email: 'approvals@acme.example' };

/** Who wrote the document and hears what is decided about it. */
export const OWNER_ID = 'ada';

export const ORGANIZATION = 'acme';
export const DOCUMENT_ID = 'contract-7';
/** What a change of the summary is called; the provider opts into it. */
export const SUMMARY_EVENT = 'summary.changed';
/** One thread for the document: people and approval steps talk in the same place. */
export const THREAD_ID = `thread-${DOCUMENT_ID}`;

/** What `POST /session` of the customer's server answers. */
export interface Session {
  readonly user: Person;
  /** Of the customer's own server; the page comes from there too. */
  readonly customerToken: string;
  /** Of the service: where it is, and what proves the caller there. */
  readonly service: { readonly url: string; readonly apiKey: string; readonly authToken: string };
}

/** What the service tells of as it happens: that there is something new to read, never what it is. */
export type LiveChange = 'comments' | 'approvals';
