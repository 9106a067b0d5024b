/** Results in words, for people who read them: the same in a terminal and on a page. */
import type { JsonObject, JsonValue } from '@org/approval-core';
import { seen } from '@org/approval-internal/unseen';
import type { Decision, Named, Told } from '../verify/decisions.js';
import type { VerifiedRun } from '../verify/options.js';

/** A label and what stands beside it. */
export interface Line {
  readonly label: string;
  readonly text: string;
}

/** Most characters of one text. A bundle may hold longer ones. */
const MOST = 4_000;
const MAX_TIME = 8_640_000_000_000_000;

const ACTIONS: Readonly<Record<string, string>> = {
  approve: 'approved',
  reject: 'rejected',
  abstain: 'abstained',
};

export const timeOf = (ms: number): string =>
  Math.abs(ms) <= MAX_TIME ? `${new Date(ms).toISOString().replace('T', ' ').slice(0, 23)} UTC` : `${ms} ms`;

const cut = (text: string): string => (text.length > MOST ? `${text.slice(0, MOST)}… (cut)` : text);
const clean = (text: string): string => cut(seen(text.slice(0, MOST + 1)));

/** A user: the id, or the token of one who is not shown. */
export const nameOf = ({ id, isShown }: Named): string =>
  isShown ? clean(id) : `a person who is not shown (${clean(id)})`;

const valueText = (value: JsonValue): string =>
  clean(typeof value === 'string' ? value : JSON.stringify(value));

export function toldText(told: Told): string {
  if (told.state === 'shown') return valueText(told.value);
  return told.state === 'none' ? 'none' : 'not shown';
}

/** A decision as one sentence. */
export function sentenceOf({ by, onBehalfOf, decision, kind, at }: Decision): string {
  const when = `at ${timeOf(at)}`;
  if (kind === 'resolution') return `A finding was resolved: ${clean(decision)} ${when}`;
  const who = by === null ? 'A user who is not named' : nameOf(by);
  if (kind === 'override') return `${who} resolved the step by force (${clean(decision)}) ${when}`;
  const action = Object.hasOwn(ACTIONS, decision) ? ACTIONS[decision] : `decided "${clean(decision)}"`;
  return `${who} ${action}${onBehalfOf === null ? '' : ` for ${nameOf(onBehalfOf)}`} ${when}`;
}

/** Everything else that the record says of a decision. */
export function detailsOf(decision: Decision, run: VerifiedRun): Line[] {
  const { seq, node, step, reason, reasonCode, subjectDigest, round, via, question } = decision;
  const { id, version } = run.definition;
  return [
    { label: 'Event', text: String(seq) },
    { label: 'Rule', text: `node ${clean(node ?? '?')} of ${clean(id)}, version ${version}` },
    { label: 'Step', text: clean(step ?? 'none') },
    ...(question === null ? [] : [{ label: 'Question', text: clean(question) }]),
    ...shownLines(decision.presentation),
    { label: 'Digest', text: digestText(subjectDigest, run.subject) },
    { label: 'Reason', text: toldText(reason) },
    ...(reasonCode === null ? [] : [{ label: 'Reason code', text: clean(reasonCode) }]),
    ...(round === null || round === 1 ? [] : [{ label: 'Round', text: String(round) }]),
    { label: 'Identity', text: identityText(via) },
    ...signatureLines(decision),
  ];
}

function digestText(named: string | null, ofRun: string | null): string {
  if (named !== null) return `${clean(named)}, which the decision named`;
  return ofRun === null ? 'no subject' : `${clean(ofRun)}, the subject of the execution at its start`;
}

function identityText(via: string | null): string {
  if (via === 'token') return 'by a token of the host';
  if (via === 'link') return 'by a personal link';
  return via === null ? 'vouched for by the host' : clean(via);
}

function signatureLines({ signature, kind }: Decision): Line[] {
  if (signature === null) return kind === 'decision' ? [{ label: 'Signature', text: 'none' }] : [];
  const { printedName, meaning, method, authenticatedAt } = signature;
  const when = authenticatedAt === null ? '' : `, authenticated at ${timeOf(authenticatedAt)}`;
  return [
    { label: 'Signed by', text: toldText(printedName) },
    { label: 'Meaning', text: clean(meaning ?? 'none') },
    { label: 'Method', text: `${clean(method ?? 'none')}${when}` },
  ];
}

/** Presentation that the reviewers saw. A bundle may hold anything in its place. */
function shownLines(told: Told): Line[] {
  if (told.state !== 'shown')
    return [
      { label: 'Shown', text: told.state === 'none' ? 'nothing beside the question' : 'not shown here' },
    ];
  const { value } = told;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [{ label: 'Shown', text: valueText(value) }];
  const { title, facts, ...rest } = value as JsonObject;
  const list: readonly JsonValue[] = Array.isArray(facts) ? facts : [];
  return [
    { label: 'Shown', text: typeof title === 'string' ? clean(title) : 'without a title' },
    ...list.slice(0, 100).map(factLine),
    ...Object.entries(rest)
      .filter(([, it]) => it !== null && !(Array.isArray(it) && it.length === 0))
      .map(([label, it]) => ({ label: `· ${clean(label)}`, text: valueText(it) })),
  ];
}

function factLine(fact: JsonValue): Line {
  const { label, value } = (fact ?? {}) as { readonly label?: JsonValue; readonly value?: JsonValue };
  return {
    label: `· ${typeof label === 'string' ? clean(label) : 'fact'}`,
    text: value === undefined ? valueText(fact) : valueText(value),
  };
}

/** Summary of the record of an execution. */
export function runLines(run: VerifiedRun): Line[] {
  const { definition, subject, end, seq, until, checkpoint, epoch, unanchoredFrom } = run;
  return [
    { label: 'Workspace', text: clean(run.workspace) },
    {
      label: 'Definition',
      text: `${clean(definition.id)}, version ${definition.version} (${clean(definition.digest)})`,
    },
    { label: 'Subject', text: clean(subject ?? 'none') },
    { label: 'End', text: clean(end ?? 'it had not ended') },
    { label: 'Events', text: `${until + 1} to ${seq}` },
    {
      label: 'Proven by',
      text:
        checkpoint === null
          ? 'no checkpoint that you trust'
          : `${clean(checkpoint.origin)}, ${checkpoint.size} leaves, epoch ${epoch ?? '?'}, root ${checkpoint.root}`,
    },
    ...(unanchoredFrom === null ? [] : [{ label: 'UNANCHORED', text: `from event ${unanchoredFrom} on` }]),
    ...(until === 0 ? [] : [{ label: 'UNCHAINED', text: `up to event ${until}` }]),
    ...count('REDACTED', run.redacted, 'texts were erased, and the log says so'),
    ...count('ERASED', run.erased, 'people were erased, and the log says so'),
    ...count('WITHHELD', run.withheld, 'texts or people are not shown'),
  ];
}

const count = (label: string, number: number, what: string): Line[] =>
  number === 0 ? [] : [{ label, text: `${number}: ${what}` }];
