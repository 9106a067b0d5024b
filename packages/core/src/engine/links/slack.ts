/** Messages of Slack's Block Kit: pure, all data escaped, and no address in them but that of a link. */
import type { JsonObject } from '../../definition/json.js';
import type { ReviewVote } from '../../interpreter/state.js';
import type { ExecutionView } from '../shapes/executions/views.js';
import {
  ACTIONS,
  ENTITIES,
  type MessageLink,
  TEXT_LENGTH,
  actionOf,
  cut,
  oneLine,
  unlinked,
} from './messages.js';

/** What a button stands for: it is the `value` of a button whose `action_id` begins with `approval-decide`. */
export interface SlackDecision {
  readonly executionId: string;
  readonly stepId: string;
  /** The answer that it gives. */
  readonly decision: ReviewVote;
  /** Digest of what the message shows; the answer is refused if it is another by then. Left out: the run has none. */
  readonly subjectDigest?: string | undefined;
  /** Round of the place that it answers; needed from round 2 on. */
  readonly round?: number | undefined;
}

/** A message of Slack's Block Kit: `blocks`, and a `text` for notifications. Its button opens the link. */
export function slackBlocks(link: MessageLink): JsonObject {
  return message(link.name, link.commentBody, [openButton(link.url, actionOf(link))]);
}

/** What a message with buttons that decide is made from. */
export interface SlackQuestion {
  /** The run as it is now: what is shown of it is what the answer is on. */
  readonly execution: Pick<ExecutionView, 'executionId' | 'subject' | 'steps'>;
  /** The step that waits. */
  readonly stepId: string;
  /** What is asked about, for people. */
  readonly name: string;
  /**
   * For one person alone: whom it is sent to. Left out, everybody who is asked may press; after one of them has taken an answer
   * back their rounds differ, and each needs a message of their own.
   */
  readonly reviewerId?: string | undefined;
  /**
   * The buttons.
   * @defaultValue ['approve', 'reject']
   */
  readonly decisions?: readonly ReviewVote[] | undefined;
  /** The `url` of a decision link, for one more button that opens its page: answers with a reason or with values. */
  readonly url?: string | undefined;
}

/**
 * A message of Slack's Block Kit whose buttons decide, for `createSlackReceiver` of `@org/approval-http`. They carry the digest
 * of what is to be approved now, so that an answer counts for nothing else.
 * @throws TypeError when the run has no such step.
 */
export function slackDecisionBlocks(question: SlackQuestion): JsonObject {
  const { execution, stepId, name, reviewerId, decisions = ['approve', 'reject'], url } = question;
  const { executionId, subject } = execution;
  const step = execution.steps.find((it) => it.stepId === stepId);
  if (step === undefined)
    throw new TypeError(`slackDecisionBlocks: "${executionId}" has no step "${stepId}"`);
  const round = roundOf(step, reviewerId);
  const buttons = decisions.map((decision): JsonObject => {
    const value: SlackDecision = { executionId, stepId, decision, subjectDigest: subject?.digest, round };
    return {
      type: 'button',
      action_id: `approval-decide-${decision}`,
      text: { type: 'plain_text', text: ACTIONS[decision] },
      value: JSON.stringify(value),
    };
  });
  const commentBody = step.output?.['commentBody'];
  const shown = typeof commentBody === 'string' ? commentBody : '';
  const elements = url === undefined ? buttons : [...buttons, openButton(url, 'Open')];
  return message(name, shown, elements, subjectText(subject));
}

/** Of that person; of everybody where it is the same. */
function roundOf(
  { people }: ExecutionView['steps'][number],
  reviewerId: string | undefined,
): number | undefined {
  const places = people?.places ?? [];
  const own = reviewerId === undefined ? places : places.filter((it) => it.holder === reviewerId);
  return own.every((it) => it.round === own[0]?.round) ? own[0]?.round : undefined;
}

/**
 * So that two messages on two states of the same thing can be told apart. A line for each: what turns the direction of a line ends
 * with it, and shows no other digest.
 */
function subjectText(subject: ExecutionView['subject']): string {
  if (subject === null) return '';
  return [subject.ref, subject.revision, subject.digest].filter((it) => it !== null).join('\n');
}

const openButton = (url: string, text: string): JsonObject => ({
  type: 'button',
  action_id: 'approval-open',
  text: { type: 'plain_text', text },
  url,
});

/** However long the words are, what the buttons are on is shown whole behind them. */
function message(
  name: string,
  body: string | null,
  elements: readonly JsonObject[],
  subject = '',
): JsonObject {
  const behind = escaped(subject);
  const words = cut(`*${escaped(name)}*\n${escaped(body ?? '')}`, TEXT_LENGTH - behind.length);
  const text = behind === '' || words.endsWith('\n') ? words + behind : `${words}\n${behind}`;
  return {
    text: cut(escaped(oneLine(`Your decision: ${name}`))),
    blocks: [
      // Verbatim: Slack makes no links of names such as example.com, and no mentions of what is not marked as one.
      { type: 'section', text: { type: 'mrkdwn', text, verbatim: true } },
      { type: 'actions', elements },
    ],
  };
}

/** Slack reads `&`, `<` and `>` as its own, and makes a mention or a link of what stands in them. */
const escaped = (text: string): string => unlinked(text.replace(/[&<>]/g, (it) => ENTITIES[it] ?? it));
