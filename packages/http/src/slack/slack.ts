/**
 * Slack's interactive callbacks: verifies the signature, maps the user, and records the decision.
 */
import { ApprovalError, type ApprovalEngine, LIMITS, type Logger, consoleLogger } from '@org/approval-core';
import { type Texts, createTexts } from '@org/approval-core/texts';
import { HOSTING_LIMITS } from '@org/approval-core/definition';
import type { SlackDecision } from '@org/approval-core/views';
import { guardedLogger } from '@org/approval-core/internal';
import { type HttpHandler, type HttpRequest, type HttpResponse, headerOf } from '@org/approval-internal/http';
import {
  type Check,
  type Checks,
  callable,
  checkOptions,
  must,
  optional,
  withMethods,
} from '@org/approval-internal/options';
import { parseUrl } from '@org/approval-internal/parse-url';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Pressed, type SlackUser, pressedIn } from './pressed.js';
import { type Taken, aside, replacement, send } from './replace.js';

export type { SlackUser } from './pressed.js';

/** Options of `createSlackReceiver`. */
export interface SlackReceiverOptions {
  /** The engine that records the decisions. */
  readonly engine: ApprovalEngine;
  /** The signing secret of the Slack app, 16 characters or more; Slack's have 32. */
  readonly signingSecret: string;
  /**
   * Maps a Slack user to a user and a workspace; null if unknown, and Slack then shows an error.
   */
  readonly userOf: (
    user: SlackUser,
  ) =>
    Promise<{ workspaceId: string; userId: string } | null> | { workspaceId: string; userId: string } | null;
  /**
   * Origins that a callback's `response_url` may have.
   * @defaultValue ['https://hooks.slack.com']
   */
  readonly responseOrigins?: readonly string[];
  /**
   * Texts for the user who presses, by user id; null for a user without one. English by default.
   */
  readonly textsOf?: (userId: string | null) => Texts;
  /** ms since the epoch; the system's clock by default. */
  readonly now?: () => number;
  /** Logger for faults; the console by default. */
  readonly logger?: Logger;
}

const SLACK = ['https://hooks.slack.com'];
const origins = must('origins such as ["https://hooks.slack.com"]', (value) => {
  const isOrigin = (it: unknown) => typeof it === 'string' && parseUrl(it)?.origin === it;
  return Array.isArray(value) && value.every(isOrigin);
});
/** An empty secret, as from an unset variable, would let everybody sign. */
const signingSecret: Check = must(
  `the signing secret of the Slack app, ${LIMITS.secretMinLength} characters or more`,
  (value) => typeof value === 'string' && value.trim().length >= LIMITS.secretMinLength,
);
const OPTIONS: Checks<SlackReceiverOptions> = {
  engine: withMethods('forWorkspace'),
  signingSecret,
  userOf: callable,
  responseOrigins: optional(origins),
  textsOf: optional(callable),
  now: optional(callable),
  logger: optional(withMethods('warn', 'error')),
};

/** Failures that are not the caller's. */
const OURS: ReadonlySet<string> = new Set(['UNAVAILABLE', 'INTERNAL']);

/** The value of a button that decides; `slackDecisionBlocks` of the core makes whole messages. */
export const slackDecision = (decision: SlackDecision): string => JSON.stringify(decision);

/**
 * Creates a handler for the request URL of a Slack app's interactivity. Mount it before any parser:
 * the signature covers the raw body. A button decides as the user who pressed it; buttons of other
 * apps are ignored. The result goes to the `response_url`: the message names who decided, or the
 * user learns why nothing was recorded. A failure to send it is logged, and the decision stands.
 * @throws TypeError when an option makes no sense.
 */
export function createSlackReceiver(options: SlackReceiverOptions): HttpHandler {
  checkOptions('createSlackReceiver', options, OPTIONS);
  const { engine, signingSecret, userOf, now = Date.now } = options;
  const logger = guardedLogger(options.logger ?? consoleLogger);
  const { responseOrigins = SLACK, textsOf = () => createTexts({ catalogues: {} }) } = options;

  async function answerOf(request: HttpRequest): Promise<HttpResponse> {
    if (request.method !== 'POST') return plain(405, 'use POST');
    const { body } = request;
    if (body.kind === 'too-large') return plain(413, 'the body is too large');
    if (body.kind !== 'bytes') return plain(500, 'mount the receiver before any parser of bodies');
    if (!isSigned(request, body.bytes, { signingSecret, nowMs: now() })) return plain(401, 'bad signature');
    const pressed = pressedIn(body.bytes);
    if (pressed === null) return plain(200, '');
    const caller = await userOf(pressed.user);
    const texts = textsOf(caller?.userId ?? null);
    const said = caller === null ? { text: texts.say('chat.unknown') } : await decide(caller, pressed, texts);
    await show(pressed, said, texts);
    return message(said.text);
  }

  async function decide(caller: Caller, { decision: asked }: Pressed, texts: Texts): Promise<Said> {
    const { workspaceId, userId } = caller;
    const via = { kind: 'token', sub: userId } as const;
    const { steps } = engine.forWorkspace(workspaceId, { readsAs: userId, via, decidesAsShown: true });
    try {
      const result = await steps.recordReviewerDecision({ ...asked, reviewerId: userId });
      if (!result.recorded) return { text: texts.say('chat.before') };
      const { aggregatorStatus } = result;
      const taken = { decision: asked.decision, isOpen: aggregatorStatus !== 'resolved' };
      return { text: texts.say('chat.recorded'), taken };
    } catch (error) {
      if (!(error instanceof ApprovalError) || OURS.has(error.status)) throw error;
      return { text: texts.say('chat.refused', { why: error.message }) };
    }
  }

  /** A failure here neither undoes nor repeats the decision. */
  async function show(pressed: Pressed, { text: said, taken }: Said, texts: Texts): Promise<void> {
    if (pressed.responseUrl === null) return;
    const body = taken === undefined ? aside(said) : replacement(pressed, taken, texts);
    await send(pressed.responseUrl, body, responseOrigins).catch((error: unknown) => {
      logger.warn('the message in Slack could not be replaced', error);
    });
  }

  const handle = async (request: HttpRequest): Promise<HttpResponse> => {
    try {
      return await answerOf(request);
    } catch (error) {
      logger.error('a callback of Slack failed', error);
      return plain(500, 'something went wrong');
    }
  };
  return Object.assign(handle, { maxBodyBytes: HOSTING_LIMITS.slackBytes });
}

interface Caller {
  readonly workspaceId: string;
  readonly userId: string;
}

/** Result of a button; without `taken` nothing was recorded. */
interface Said {
  readonly text: string;
  readonly taken?: Taken;
}

function isSigned(
  request: HttpRequest,
  body: Uint8Array,
  { signingSecret, nowMs }: { readonly signingSecret: string; readonly nowMs: number },
): boolean {
  const timestamp = headerOf(request, 'x-slack-request-timestamp') ?? '';
  const given = Buffer.from(headerOf(request, 'x-slack-signature') ?? '');
  if (
    !/^\d{1,12}$/.test(timestamp) ||
    Math.abs(nowMs - 1_000 * Number(timestamp)) > HOSTING_LIMITS.slackAgeMs
  )
    return false;
  const mac = createHmac('sha256', signingSecret).update(`v0:${timestamp}:`).update(body).digest('hex');
  const expected = Buffer.from(`v0=${mac}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const plain = (status: number, body: string): HttpResponse => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body,
});

const message = (said: string): HttpResponse => ({
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  body: JSON.stringify(aside(said)),
});
