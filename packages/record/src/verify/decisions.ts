/** Decisions of a run as an auditor reads them. */
import type { JsonObject, JsonValue } from '@org/approval-core';
import { isEmpty } from '@org/approval-core/record';
import type { Entry } from '../bundle/entries.js';

/** A user as the bundle names them: the user id, or the token of a user who is not shown. */
export interface Named {
  /** User id, or token. */
  readonly id: string;
  /** True for a user id. */
  readonly isShown: boolean;
}

/** A text: its value, or the reason why it is not there. */
export type Told = Unshown | ShownValue;

/** A value that the record does not have, or hides. */
export interface Unshown {
  /** `none`: the record does not have it; `hidden`: it is not shown. */
  readonly state: 'none' | 'hidden';
}

/** A value that the record shows. */
export interface ShownValue {
  /** Tells a shown value apart. */
  readonly state: 'shown';
  /** The value. */
  readonly value: JsonValue;
}

/** A decision, an override by an administrator, or the resolution of a finding. */
export interface Decision {
  /** Number of its event. */
  readonly seq: number;
  /** Time of the decision, in ms since the epoch. */
  readonly at: number;
  /** Id of the step. */
  readonly step: string | null;
  /** Id of the step's node; null if the record does not name it. */
  readonly node: string | null;
  /** Kind of the decision. */
  readonly kind: 'decision' | 'override' | 'resolution';
  /** User who decided; null for a resolution. */
  readonly by: Named | null;
  /** Absent user for whom a substitute decided; null otherwise. */
  readonly onBehalfOf: Named | null;
  /** `approve`, `reject`, `abstain`, or the action of an administrator. */
  readonly decision: string;
  /** Reason code of the node; null without one. */
  readonly reasonCode: string | null;
  /** Reason in the words of the user. */
  readonly reason: Told;
  /** Digest that the decision named; null if it named none. */
  readonly subjectDigest: string | null;
  /** Round of the decided place; null if the record has none. */
  readonly round: number | null;
  /** Proof of identity: `token`, `link`; null in process. */
  readonly via: string | null;
  /** Signature with its meaning; null without one. */
  readonly signature: {
    /** Name of the signer in letters. */
    readonly printedName: Told;
    /** Meaning of the signature. */
    readonly meaning: string | null;
    /** Means of authentication. */
    readonly method: string | null;
    /** Time of the authentication, in ms since the epoch. */
    readonly authenticatedAt: number | null;
  } | null;
  /** Question to the reviewers. */
  readonly question: string | null;
  /** Presentation that the reviewers saw. */
  readonly presentation: Told;
}

/** Most decisions that are kept of one execution. */
const MAX_DECISIONS = 1_000;

interface Asked {
  readonly node: string | null;
  readonly question: string | null;
  readonly presentation: Told;
}

const NOT_ASKED: Asked = { node: null, question: null, presentation: { state: 'none' } };
const NONE: Told = { state: 'none' };

/** Texts of one entry that are shown, by pointer. */
export type ShownValues = ReadonlyMap<string, JsonValue>;

/** Collects the decisions of one run, in order. */
export class Decisions {
  readonly list: Decision[] = [];
  private readonly nameOf: (token: string) => Named;
  private readonly nodes = new Map<string, string>();
  private readonly asked = new Map<string, Asked>();

  constructor(nameOf: (token: string) => Named) {
    this.nameOf = nameOf;
  }

  add(entry: Entry, shown: ShownValues): void {
    const { data, type } = entry;
    const told = (pointer: string): Told => toldAt(data, pointer, shown);
    if (type === 'step.scheduled') this.nodes.set(entry.step ?? '', textOf(data['nodeId']) ?? '');
    else if (type === 'step.awaiting-approval')
      this.asked.set(entry.step ?? '', {
        node: textOf(data['nodeId']),
        question: textOf(data['commentBody']),
        presentation: told('/data/presentation'),
      });
    else if (type === 'step.decision-recorded') this.keep(entry, decisionIn(entry, told, this.nameOf));
    else if (type === 'step.overridden')
      this.keep(entry, {
        kind: 'override',
        by: this.named(data['actorId']),
        decision: textOf(data['action']) ?? '',
        reason: told('/data/reason'),
      });
    else if (type === 'step.resolution-recorded')
      this.keep(entry, {
        kind: 'resolution',
        decision: `${textOf(data['status']) ?? ''} of ${textOf(data['resolutionId']) ?? ''}`,
        reason: told('/data/errorMessage'),
      });
  }

  private named(token: JsonValue | undefined): Named | null {
    return namedBy(token, this.nameOf);
  }

  private keep({ seq, at, step }: Entry, found: Partial<Decision>): void {
    if (this.list.length >= MAX_DECISIONS) return;
    const asked = this.asked.get(step ?? '') ?? NOT_ASKED;
    this.list.push({
      ...{ seq, at, step, node: asked.node ?? this.nodes.get(step ?? '') ?? null },
      ...{ kind: 'decision', by: null, onBehalfOf: null, decision: '', reasonCode: null, reason: NONE },
      ...{ subjectDigest: null, round: null, via: null, signature: null },
      ...{ question: asked.question, presentation: asked.presentation },
      ...found,
    });
  }
}

function decisionIn(
  { data }: Entry,
  told: (pointer: string) => Told,
  nameOf: (token: string) => Named,
): Partial<Decision> {
  const people = objectOf(data['people']);
  const signature = objectOf(people?.['signature']);
  const via = objectOf(data['via']);
  return {
    by: namedBy(data['reviewerId'], nameOf),
    onBehalfOf: namedBy(people?.['onBehalfOf'], nameOf),
    decision: textOf(data['decision']) ?? '',
    reasonCode: textOf(people?.['reasonCode']),
    reason: told('/data/reason'),
    subjectDigest: textOf(people?.['subjectDigest']),
    round: numberOf(people?.['round']),
    via: textOf(via?.['kind']),
    signature:
      signature === null
        ? null
        : {
            printedName: told('/data/people/signature/printedName'),
            meaning: textOf(signature['meaning']),
            method: textOf(signature['method']),
            authenticatedAt: numberOf(signature['authenticatedAt']),
          },
  };
}

const namedBy = (token: JsonValue | undefined, nameOf: (token: string) => Named): Named | null =>
  typeof token === 'string' ? nameOf(token) : null;

const textOf = (it: JsonValue | undefined): string | null => (typeof it === 'string' ? it : null);
const numberOf = (it: JsonValue | undefined): number | null => (typeof it === 'number' ? it : null);
const objectOf = (it: JsonValue | undefined): JsonObject | null =>
  typeof it === 'object' && it !== null && !Array.isArray(it) ? (it as JsonObject) : null;

function toldAt(data: JsonObject, pointer: string, shown: ShownValues): Told {
  const value = shown.get(pointer);
  if (value !== undefined) return { state: 'shown', value };
  let at: JsonValue | undefined = data;
  for (const key of pointer.split('/').slice(2)) at = objectOf(at)?.[key];
  if (at === undefined || at === null) return NONE;
  return isEmpty(at) ? { state: 'shown', value: at } : { state: 'hidden' };
}
