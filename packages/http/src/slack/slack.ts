/** Slack's interactive callbacks: its signature proved, its user mapped, the decision recorded as that user. */
import {
  ApprovalError,
  type ApprovalEngine,
  HOSTING_LIMITS,
  type Logger,
  consoleLogger,
} from '@org/approval-core';
import { type HttpHandler, type HttpRequest, type HttpResponse, headerOf } from '@org/approval-http-shell';
import {
  type Checks,
  callable,
  checkOptions,
  optional,
  text,
  withMethods,
} from '@org/approval-shared/options';
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Who pressed a button, as Slack names them. */
export interface SlackUser {
  /** Id of the user in Slack. */
  readonly id: string;
  /** Id of the Slack workspace. */
  readonly teamId: string;
}

/** How Slack's callbacks are taken. */
export interface SlackReceiverOptions {
  /** The engine that records the decisions. */
  readonly engine: ApprovalEngine;
  /** The signing secret of the Slack app. */
  readonly signingSecret: string;
  /** Whose decisions a Slack user's are, and in which workspace; null: nobody's, and the button says so. */
  readonly userOf: (
    user: SlackUser,
  ) =>
    Promise<{ workspaceId: string; userId: string } | null> | { workspaceId: string; userId: string } | null;
  /** ms since the epoch; the system's clock by default. */
  readonly now?: () => number;
  /** Where faults are reported; the console by default. */
  readonly logger?: Logger;
}

/** What a button stands for: give it as the `value` of a button whose `action_id` begins with `approval-decide`. */
export interface SlackDecision {
  readonly executionId: string;
  readonly stepId: string;
  /** The answer that it gives. */
  readonly decision: 'approve' | 'reject' | 'abstain';
}

const OPTIONS: Checks<SlackReceiverOptions> = {
  engine: withMethods('forWorkspace'),
  signingSecret: text,
  userOf: callable,
  now: optional(callable),
  logger: optional(withMethods('warn', 'error')),
};

const ACTION = /^approval-decide/;

/** The value of a button that decides. */
export const slackDecision = (decision: SlackDecision): string => JSON.stringify(decision);

/**
 * A handler for the request URL of a Slack app's interactivity. Mount it before any parser: the signature is over the raw
 * body. A button decides as the user who pressed it, whoever the message was sent to; buttons of others are passed over.
 * @throws TypeError when an option makes no sense.
 */
export function createSlackReceiver(options: SlackReceiverOptions): HttpHandler {
  checkOptions('createSlackReceiver', options, OPTIONS);
  const { engine, signingSecret, userOf, now = Date.now, logger = consoleLogger } = options;

  async function answerOf(request: HttpRequest): Promise<HttpResponse> {
    if (request.method !== 'POST') return plain(405, 'use POST');
    const { body } = request;
    if (body.kind === 'too-large') return plain(413, 'the body is too large');
    if (body.kind !== 'bytes') return plain(500, 'mount the receiver before any parser of bodies');
    if (!isSigned(request, body.bytes, { signingSecret, nowMs: now() })) return plain(401, 'bad signature');
    const pressed = pressedIn(body.bytes);
    if (pressed === null) return plain(200, '');
    const caller = await userOf(pressed.user);
    if (caller === null) return message('You cannot decide here: nobody knows who you are.');
    return message(await decide(caller, pressed.decision));
  }

  async function decide(
    caller: { workspaceId: string; userId: string },
    asked: SlackDecision,
  ): Promise<string> {
    const { workspaceId, userId } = caller;
    const via = { kind: 'token', sub: userId } as const;
    const { steps } = engine.forWorkspace(workspaceId, { readsAs: userId, via });
    try {
      const { recorded } = await steps.recordReviewerDecision({ ...asked, reviewerId: userId });
      return recorded ? 'Your answer is recorded.' : 'You had answered already.';
    } catch (error) {
      if (
        !(error instanceof ApprovalError) ||
        error.status === 'UNAVAILABLE' ||
        error.status === 'INTERNAL'
      ) {
        throw error;
      }
      return `This was not recorded: ${error.message}`;
    }
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

interface Payload {
  readonly type?: unknown;
  readonly user?: { readonly id?: unknown; readonly team_id?: unknown };
  readonly team?: { readonly id?: unknown };
  readonly actions?: readonly { readonly action_id?: unknown; readonly value?: unknown }[];
}

/** The button of ours that was pressed; null: another one. */
function pressedIn(body: Uint8Array): { readonly user: SlackUser; readonly decision: SlackDecision } | null {
  const payload = parsed(
    new URLSearchParams(new TextDecoder().decode(body)).get('payload'),
  ) as Payload | null;
  if (payload?.type !== 'block_actions') return null;
  const action = payload.actions?.find((it) => typeof it.action_id === 'string' && ACTION.test(it.action_id));
  const decision = typeof action?.value === 'string' ? (parsed(action.value) as SlackDecision | null) : null;
  const id = payload.user?.id;
  const teamId = payload.team?.id ?? payload.user?.team_id;
  if (decision === null || typeof id !== 'string' || typeof teamId !== 'string') return null;
  const { executionId, stepId, decision: vote } = decision;
  return { user: { id, teamId }, decision: { executionId, stepId, decision: vote } };
}

/** null: it is no JSON object. */
function parsed(given: string | null): object | null {
  try {
    const value: unknown = JSON.parse(given ?? '');
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
}

const plain = (status: number, body: string): HttpResponse => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body,
});

/** For whoever pressed the button alone. */
const message = (said: string): HttpResponse => ({
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  body: JSON.stringify({ response_type: 'ephemeral', replace_original: false, text: said }),
});
