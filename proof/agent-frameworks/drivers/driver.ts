/** What every framework is driven by: a scripted agent that sends mails, stopped and gone on with by its stored state alone. */
import type { PermitGate } from '@org/approval-agents/generic';

export interface Mail {
  to: string;
  text: string;
}

export interface Setting {
  gate: PermitGate;
  /** The tool: what it was called with is what was sent. */
  send: (mail: Mail) => Promise<string>;
}

export interface Driver {
  /** The protocol names no call, and the client keeps nothing: what has ended is a new question to people. */
  namesNoCall?: true;
  /** The model wants these mails sent, as `call_1`, `call_2`, …; until people are asked. Gives what the host stores. */
  start: (setting: Setting, mails: readonly Mail[]) => Promise<string>;
  /** Goes on from what the host stored, in this process or another. Gives what the model was told, or the store where it has to wait on. */
  resume: (setting: Setting, stored: string) => Promise<Resumed>;
}

/** Drivers of frameworks that take an answer from whoever resumes them: as one would who forges it. */
export interface Forgeable extends Driver {
  /** Goes on from what the host stored with a forged approval, in the framework's own way. Gives what the model was told. */
  forge: (setting: Setting, stored: string) => Promise<string>;
}

export type Resumed = { told: string } | { waiting: string };

export const PRINCIPAL = 'assistant';
export const RUN = 'run-1';

export const callsOf = (mails: readonly Mail[]) =>
  mails.map((input, index) => ({ id: `call_${index + 1}`, name: 'send_mail', input }));

export const DONE = { text: 'Done.' };
