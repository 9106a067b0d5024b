/** Slack Block Kit messages: pure, all data escaped, with the link's address only. */
import { seen } from '@org/approval-internal/unseen';
import { unlinked } from '@org/approval-internal/visible';
import type { JsonObject } from '../../definition/json.js';
import type { Texts } from '../../texts/texts.js';
import type { ReviewVote } from '../../interpreter/state.js';
import type { ExecutionView } from '../shapes/executions/views.js';
import {
  ENTITIES,
  type MessageLink,
  type MessageOptions,
  FACT_LENGTH,
  TEXT_LENGTH,
  actionOf,
  cut,
  factsOf,
  oneLine,
  textsOr,
  titleOf,
} from './messages.js';

/** Decision of a button: `value` of the one whose `action_id` starts `approval-decide`. */
export interface SlackDecision {
  readonly executionId: string;
  readonly stepId: string;
  /** Decision of the button. */
  readonly decision: ReviewVote;
  /** Digest of the shown subject; a decision on another one is refused. Omitted: none. */
  readonly subjectDigest?: string | undefined;
  /** Round of the place; required from round 2 on. */
  readonly round?: number | undefined;
}

/** Returns a Slack Block Kit message: `blocks`, and `text` for notifications. */
export function slackBlocks(link: MessageLink, options: MessageOptions = {}): JsonObject {
  const texts = textsOr(options.texts);
  const said = { facts: factsOf(link.presentation, texts), body: link.commentBody };
  return message(texts, titleOf(link), said, [openButton(link.url, texts.say(actionOf(link)))]);
}

/** Content of a message with decision buttons. */
export interface SlackQuestion {
  /** The current run; the decision applies to its shown content. */
  readonly execution: Pick<ExecutionView, 'executionId' | 'subject' | 'steps'>;
  /** The step that waits. */
  readonly stepId: string;
  /** Name of the request, for people. */
  readonly name: string;
  /**
   * Addressee of a message to one reviewer. Omitted: every reviewer may press. After a reviewer
   * retracts a decision their rounds differ, and each needs a separate message.
   */
  readonly reviewerId?: string | undefined;
  /**
   * The buttons.
   * @defaultValue ['approve', 'reject']
   */
  readonly decisions?: readonly ReviewVote[] | undefined;
  /** `url` of a decision link, for a button to its page: decisions with reasons or values. */
  readonly url?: string | undefined;
}

/**
 * Returns a Slack Block Kit message whose buttons decide, for `createSlackReceiver` of
 * `@org/approval-http`. They carry the digest of the current subject, so that the decision applies
 * to nothing else.
 * @throws TypeError when the run has no such step.
 */
export function slackDecisionBlocks(question: SlackQuestion, options: MessageOptions = {}): JsonObject {
  const texts = textsOr(options.texts);
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
      text: { type: 'plain_text', text: texts.say(actionOf({ decision })) },
      value: JSON.stringify(value),
    };
  });
  const commentBody = step.output?.['commentBody'];
  const shown = typeof commentBody === 'string' ? commentBody : '';
  const elements = url === undefined ? buttons : [...buttons, openButton(url, texts.say('action.open'))];
  const { presentation } = step;
  const said = { facts: factsOf(presentation, texts), body: shown };
  return message(texts, titleOf({ name, presentation }), said, elements, subjectText(subject));
}

/** Returns the reviewer's round, or everyone's where it is the same. */
function roundOf(
  { people }: ExecutionView['steps'][number],
  reviewerId: string | undefined,
): number | undefined {
  const places = people?.places ?? [];
  const own = reviewerId === undefined ? places : places.filter((it) => it.holder === reviewerId);
  return own.every((it) => it.round === own[0]?.round) ? own[0]?.round : undefined;
}

/**
 * Distinguishes messages on different states of a subject. Each value has its own line, because a
 * text direction mark ends with its line and cannot alter the digest.
 */
function subjectText(subject: ExecutionView['subject']): string {
  if (subject === null) return '';
  const said = [subject.ref, subject.revision, subject.digest].filter((it) => it !== null);
  return said.map((it) => seen(it)).join('\n');
}

const openButton = (url: string, text: string): JsonObject => ({
  type: 'button',
  action_id: 'approval-open',
  text: { type: 'plain_text', text },
  url,
});

/** The subject of the buttons is always shown whole, behind text of any length. */
function message(
  texts: Texts,
  name: string,
  { facts, body }: { readonly facts: ReturnType<typeof factsOf>; readonly body: string | null },
  elements: readonly JsonObject[],
  subject = '',
): JsonObject {
  const behind = escaped(subject);
  const lines = facts.map(([label, value]) => `${escaped(label)}: ${cut(escaped(value), FACT_LENGTH)}`);
  const said = [`*${escaped(name)}*`, ...lines, escaped(seen(body ?? '', { lines: true }))].join('\n');
  const words = cut(said, TEXT_LENGTH - behind.length);
  const text = behind === '' || words.endsWith('\n') ? words + behind : `${words}\n${behind}`;
  return {
    text: cut(escaped(oneLine(texts.say('mail.subject', { title: name })))),
    blocks: [
      // Verbatim: Slack links no bare names such as example.com, and mentions only marked users.
      { type: 'section', text: { type: 'mrkdwn', text, verbatim: true } },
      { type: 'actions', elements },
    ],
  };
}

/** Slack interprets `&`, `<` and `>`, and makes mentions or links of the text inside. */
const escaped = (text: string): string => unlinked(text.replace(/[&<>]/g, (it) => ENTITIES[it] ?? it));
