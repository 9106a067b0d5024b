/** The driver of a framework: a scripted agent that sends mails, stops, and resumes. */
import type { PermitGate } from '@org/approval-agents/generic';

export interface Mail {
  to: string;
  text: string;
}

export interface Setting {
  gate: PermitGate;
  /** The tool; it records its argument as sent. */
  send: (mail: Mail) => Promise<string>;
}

export interface Driver {
  /** The protocol has no call ids and the client no state, so an ended call is a new question. */
  namesNoCall?: true;
  /** Sends mails as `call_1`, `call_2`, … until reviewers are asked. Returns the state. */
  start: (setting: Setting, mails: readonly Mail[]) => Promise<string>;
  /** Resumes in any process. Returns the model's input, or the state to wait on. */
  resume: (setting: Setting, stored: string) => Promise<Resumed>;
}

/** Drivers of frameworks that accept an approval from their caller, so that one can be forged. */
export interface Forgeable extends Driver {
  /** Resumes with a forged approval, as the framework allows. Returns the model's input. */
  forge: (setting: Setting, stored: string) => Promise<string>;
}

export type Resumed = { told: string } | { waiting: string };

export const PRINCIPAL = 'assistant';
export const RUN = 'run-1';

export const callsOf = (mails: readonly Mail[]) =>
  mails.map((input, index) => ({ id: `call_${index + 1}`, name: 'send_mail', input }));

export const DONE = { text: 'Done.' };
