/**
 * Reviewers' actions on a waiting step besides deciding, valid or not; `choice` picks the user and
 * the details.
 */
import { itemAt } from '@org/approval-internal/lists';
import type { Command, StepState } from '@org/approval-core/interpreter';
import { fieldOf, isJsonList } from '@org/approval-internal/json';

export const pick = <T>(list: readonly T[], choice: number): T => itemAt(list, choice % list.length);
/** Ids of the findings that an agent declared. */
export const findingIdsOf = (output: StepState['output']): string[] => {
  const findings = output?.['findings'];
  const ids = isJsonList(findings) ? findings.map((it) => fieldOf(it, 'findingId')) : [];
  return ids.filter((it) => typeof it === 'string');
};

export const PEOPLE = ['ann', 'bob', 'cem', 'dan', 'eve', 'stranger'];
const OTHERS = ['fay', 'gus', 'hal', 'ida', ...PEOPLE];

/** Directory with every group that random definitions name. */
export const DIRECTORY = {
  members: [{ kind: 'group' as const, name: 'team', userIds: ['ann', 'dan', 'eve'] }],
  managers: [
    { userId: 'dan', managerId: 'ann' },
    { userId: 'ann', managerId: 'bob' },
    { userId: 'bob', managerId: null },
  ],
  attributes: [],
};

export const digestOf = (revision: number): string => `sha256:${String(revision % 3).repeat(64)}`;

/** Usually the holder of a seat. */
function someone({ people }: StepState, choice: number): string {
  const holders = people?.places.map((it) => it.holder) ?? [];
  return pick(holders.length > 0 && choice % 5 !== 0 ? holders : PEOPLE, choice >> 3);
}

export const PEOPLE_ACTIONS = {
  delegate: (step, choice) => ({
    kind: 'delegate',
    stepId: step.stepId,
    reviewerId: someone(step, choice),
    toUserId: pick(OTHERS, choice >> 2),
    actorId: choice % 7 === 0 ? 'ops' : someone(step, choice),
    reason: null,
  }),
  claim: (step, choice) => ({
    kind: 'claim',
    stepId: step.stepId,
    reviewerId: someone(step, choice),
    entry: (step.people?.places.length ?? 0) > 0 ? (choice >> 1) % 5 : 0,
  }),
  release: (step, choice) => ({
    kind: 'release',
    stepId: step.stepId,
    reviewerId: step.people?.claims?.[0]?.userId ?? someone(step, choice),
    entry: step.people?.claims?.[0]?.entry ?? 0,
  }),
  add: (step, choice) => ({
    kind: 'add-reviewers',
    stepId: step.stepId,
    reviewerId: someone(step, choice),
    userIds: [pick(OTHERS, choice >> 1)],
    reason: null,
  }),
  retract: (step, choice) => {
    const answer = step.decisions.length > 0 ? pick(step.decisions, choice) : undefined;
    return {
      kind: 'retract-decision',
      stepId: step.stepId,
      reviewerId: answer?.reviewerId ?? someone(step, choice),
      onBehalfOf: answer?.onBehalfOf ?? null,
      round: answer?.round ?? 1,
      reason: null,
    };
  },
  ask: (step, choice) => ({
    kind: 'request-information',
    stepId: step.stepId,
    reviewerId: someone(step, choice),
    question: pick(['why', 'when', 'who'], choice),
    ofUserId: choice % 3 === 0 ? 'hal' : null,
  }),
  tell: (step, choice) => {
    const open = step.people?.questions?.find((it) => it.answeredAt === null);
    return {
      kind: 'provide-information',
      stepId: step.stepId,
      actorId: choice % 4 === 0 ? 'ann' : (open?.of ?? 'dan'),
      questionId: open?.questionId ?? `question_${(choice % 3) + 1}`,
      answer: pick(['because', 'soon'], choice >> 2),
      asAdministrator: choice % 11 === 0,
    };
  },
  substitute: (step, choice) => {
    const onBehalfOf = someone(step, choice);
    const reviewerId = pick(OTHERS, choice >> 1);
    const absence = { userId: onBehalfOf, substituteId: reviewerId, from: 0, until: 1e12 };
    return {
      kind: 'record-decision',
      stepId: step.stepId,
      reviewerId,
      onBehalfOf,
      decision: pick(['approve', 'approve', 'reject', 'abstain'] as const, choice),
      reason: null,
      round: step.people?.places.find((it) => it.holder === onBehalfOf)?.round ?? 1,
      absences: choice % 4 === 0 ? [] : [absence],
    };
  },
  revise: (_, choice) => ({
    kind: 'revise-subject',
    subject: { digest: digestOf(choice), ref: null, revision: null },
    ifDigest: digestOf(choice >> 2),
    actorId: pick(['author', 'eve'], choice >> 4),
    contributorId: choice % 5 === 0 ? pick(PEOPLE, choice) : null,
  }),
  reminder: ({ stepId }) => ({ kind: 'reminder-due', stepId, dueAt: 0 }),
  remind: (step, choice) => ({
    kind: 'remind',
    stepId: step.stepId,
    actorId: pick(['dan', 'ann', 'ops'], choice),
    userId: choice % 3 === 0 ? someone(step, choice) : null,
    asAdministrator: choice % 2 === 0,
  }),
  directoryFailed: ({ stepId, attempt }, choice) => ({
    kind: 'directory-failed',
    stepId,
    attempt,
    message: 'm',
    retryable: choice % 3 !== 0,
  }),
  withdraw: (_, choice) => ({ kind: 'withdraw', actorId: pick(['dan', 'ann'], choice), reason: null }),
} satisfies Record<string, (step: StepState, choice: number) => Command>;
