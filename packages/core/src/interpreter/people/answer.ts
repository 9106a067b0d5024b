/** Checks the fields of a decision (contract section 17). */
import { characterCount } from '@org/approval-internal/character-count';
import type { CompiledFormField, CompiledPeople } from '../../compile/compiled-people.js';
import type { JsonObject, JsonValue } from '../../definition/json.js';
import { LIMITS } from '../../definition/limits.js';
import type { ReviewVote } from '../state.js';

/** A decision as given. */
export interface GivenAnswer {
  readonly decision: ReviewVote;
  readonly reason: string | null;
  readonly reasonCode?: string | null;
  readonly values?: JsonObject | null;
  readonly subjectDigest?: string | null;
}

/** A field of the request with its fault. */
export interface AnswerFault {
  readonly path: string;
  readonly message: string;
}

/** Returns all faults in the fields of a decision. */
export function answerFaults(rules: CompiledPeople, answer: GivenAnswer): AnswerFault[] {
  return [
    ...reasonFaults(rules, answer),
    ...reasonCodeFaults(rules, answer),
    ...valueFaults(rules, answer),
    ...digestFaults(rules, answer),
  ];
}

const needsReason = ({ reasonRequired }: CompiledPeople, decision: ReviewVote): boolean =>
  reasonRequired === 'always' || (reasonRequired === 'reject' && decision === 'reject');

/** Replaces the words of a reviewer. It equals no text that a condition compares with. */
const SOME_REASON = '\u2026';

/**
 * Returns fields that the node requires, for a decision that is only tried: with some reason, and
 * with the first reason code. Without them it would meet conditions that no decision can meet.
 */
export function leastAnswer(
  rules: CompiledPeople,
  decision: ReviewVote,
  currentDigest: string | null,
): Required<Pick<GivenAnswer, 'reason' | 'reasonCode' | 'subjectDigest'>> {
  return {
    reason: needsReason(rules, decision) ? SOME_REASON : null,
    reasonCode: decision === 'approve' ? null : (rules.reasonCodes?.[0] ?? null),
    subjectDigest: rules.requireSubjectDigest ? currentDigest : null,
  };
}

function reasonFaults(rules: CompiledPeople, { decision, reason }: GivenAnswer): AnswerFault[] {
  if (!needsReason(rules, decision) || (reason ?? '').trim() !== '') return [];
  return [{ path: 'reason', message: 'is missing; give a reason that is not blank' }];
}

function digestFaults({ requireSubjectDigest }: CompiledPeople, { subjectDigest = null }: GivenAnswer) {
  if (!requireSubjectDigest || subjectDigest !== null) return [];
  return [{ path: 'subjectDigest', message: 'is missing; give the digest of the subject' }];
}

function reasonCodeFaults(
  { reasonCodes }: CompiledPeople,
  { decision, reasonCode = null }: GivenAnswer,
): AnswerFault[] {
  const fault = (message: string) => [{ path: 'reasonCode', message }];
  if (reasonCode === null) {
    if (reasonCodes === null || decision === 'approve') return [];
    return fault(`is missing; give ${reasonCodes.map((it) => `"${it}"`).join(' or ')}`);
  }
  if (reasonCodes === null) return fault('does not fit: the node has no reason codes; remove it');
  if (reasonCodes.includes(reasonCode)) return [];
  return fault(`does not fit; give ${reasonCodes.map((it) => `"${it}"`).join(' or ')}`);
}

function valueFaults({ form }: CompiledPeople, { decision, values = null }: GivenAnswer): AnswerFault[] {
  if (decision !== 'approve' || form === null) {
    if (values === null) return [];
    const why = form === null ? 'the node has no form' : 'only an approval fills in the form';
    return [{ path: 'values', message: `does not fit: ${why}; remove it` }];
  }
  const given = values ?? {};
  const unknown = Object.keys(given).filter((name) => !form.some((field) => field.name === name));
  return [
    ...form.flatMap((field) =>
      fieldFaults(field, Object.hasOwn(given, field.name) ? given[field.name] : undefined),
    ),
    ...unknown.map((name) => ({
      path: `values.${name}`,
      message: 'is not a field of the form; check its spelling or remove it',
    })),
  ];
}

function fieldFaults(field: CompiledFormField, value: JsonValue | undefined): AnswerFault[] {
  const path = `values.${field.name}`;
  if (value === undefined)
    return field.required ? [{ path, message: `is missing; give ${wish(field)}` }] : [];
  return FITS[field.type](value, field) ? [] : [{ path, message: `does not fit; give ${wish(field)}` }];
}

const FITS: Readonly<
  Record<CompiledFormField['type'], (value: JsonValue, field: CompiledFormField) => boolean>
> = {
  string: (value) => typeof value === 'string' && characterCount(value) <= LIMITS.formTextLength,
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  choice: (value, { choices }) => choices.some((it) => it === value),
};

const wish = ({ type, choices }: CompiledFormField): string =>
  ({
    string: `a string of at most ${LIMITS.formTextLength} characters`,
    number: 'a number',
    boolean: 'true or false',
    choice: choices.map((it) => `"${it}"`).join(' or '),
  })[type];
