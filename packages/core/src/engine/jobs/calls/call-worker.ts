/** Makes the calls of nodes (contract section 2): outside any transaction, at least once. */
import { storableText } from '../../../definition/json.js';
import { LIMITS } from '../../../definition/limits.js';
import type {
  Call,
  CallAnswer,
  CallbackAddress,
  CallFailure,
  NotificationCall,
  WebhookCall,
} from '../../../interpreter/calls.js';
import type { CommandKind, CommandOf } from '../../../interpreter/command.js';
import type { CallAsked } from '../../../ports/calls.js';
import type { Logger } from '../../../ports/logger.js';
import type { Claim, ClaimedJob, ConcurrencyLimits } from '../../../ports/store/jobs.js';
import type { ApprovalStore } from '../../../ports/store/store.js';
import type { NotificationChannels } from '../../../ports/channels.js';
import type { Telemetry } from '../../../ports/telemetry.js';
import type { CallOutcome, CallRequest } from '../../../ports/webhooks.js';
import type { Pipeline } from '../../commit/pipeline.js';
import type { DefinitionCache } from '../../caches/definitions.js';
import type { Work } from '../job-runner.js';
import { type Entered, ReceiverLimits, SLOW_MS } from '../receiver-limits.js';
import type { ReceiverCounts } from '../receiver-counts.js';
import { Refusals } from '../refusals.js';
import type { StopSign } from '../stop-sign.js';
import { observed } from '../../observing/telemetry.js';
import type { WebhookSettings } from '../../options/options.js';
import type { Activity } from '../../scheduling/activity.js';
import { sha256Hex } from '../../scheduling/encoding.js';
import type { StoreClock } from '../../scheduling/store-clock.js';
import type { CallbackTokens } from '../../secrets/callback-tokens.js';
import { UnreadableSecret } from '../../secrets/secret-cipher.js';
import type { SecretService } from '../../secrets/secret-service.js';
import { mayCallOf } from '../../webhooks/allowed.js';
import { answerOf } from './answer.js';
import { type Authentication, authenticationOf, hostAuthentication } from './authenticated.js';
import { Hiding } from './hidden.js';
import { Notifier } from './notifier.js';

export interface CallWorkerOptions {
  readonly store: ApprovalStore;
  readonly clock: StoreClock;
  readonly pipeline: Pipeline;
  readonly definitions: DefinitionCache;
  readonly secrets: SecretService;
  readonly callbackTokens: CallbackTokens;
  /** null: the engine has no webhooks. */
  readonly webhooks: WebhookSettings | null;
  /** Channels of notification nodes. */
  readonly channels: NotificationChannels;
  readonly concurrency: number;
  readonly perReceiver: number;
  /** Exchanges with each receiver, deliveries included. */
  readonly counts: ReceiverCounts;
  readonly activity: Activity;
  /** Time that calls take, which is not that of the engine. */
  readonly outsideActivity: Activity;
  readonly logger: Logger;
  /** null: no telemetry. */
  readonly telemetry: Telemetry | null;
}

type Report = CommandOf<'call-returned'> | CommandOf<'call-failed'>;

/** Header that a callback has its token in (contract section 13). */
const TOKEN_HEADER = 'x-svc-callback-token';
const CREDENTIALS_MS = 10_000;
/** Longest postponement of a claim. */
const PUT_OFF_MS = 10_000;

export class CallWorker {
  private readonly options: CallWorkerOptions;
  private readonly receivers: ReceiverLimits;
  private readonly notifier: Notifier;
  private readonly delays = new Refusals({ longestMs: PUT_OFF_MS });

  constructor(options: CallWorkerOptions) {
    this.options = options;
    this.receivers = new ReceiverLimits(options);
    this.notifier = new Notifier({ ...options, outside: (work) => this.outside(work) });
  }

  limits(running: Iterable<ClaimedJob>): ConcurrencyLimits {
    return this.receivers.limits(running);
  }

  /** Begins the call, makes it, and reports the result, all under one claim. */
  async perform(claimed: ClaimedJob, work: Work): Promise<void> {
    const { job, concurrencyKey: key } = claimed;
    const slot = await this.receivers.enter({ workspaceId: job.workspaceId, key });
    if (slot === 'given-back' || slot === 'put-off') return this.leaveFor(claimed, slot);
    // The lease was lost, the step ended, or the engine stops, while it waited for room.
    if (work.stop.isUp()) {
      slot.leave();
      return;
    }
    const { clock } = this.options;
    const late = clock.wakeAt(clock.now() + SLOW_MS, () => slot.late());
    try {
      await this.call(claimed, work);
    } finally {
      late();
      slot.leave();
    }
  }

  private async call(claimed: ClaimedJob, work: Work): Promise<void> {
    const { stepId } = claimed.job;
    const { attempt } = claimed;
    const command = { kind: 'begin-call', stepId, attempt, callback: this.callbackOf(claimed) } as const;
    const begun = await this.submit(claimed, command, false);
    if (begun.kind === 'lost-claim') return;
    const call = begun.kind === 'accepted' ? begun.result : null;
    if (call === null) return this.finish(claimed);
    const report = await this.traced(claimed, call, work.stop);
    // The step has ended, or the job has a new holder: nothing is left to do here.
    if (report === null) return;
    // The receiver has responded: the end of its step no longer is a reason to abort it.
    work.responded();
    const reported = await this.submit(claimed, report, true);
    if (reported.kind === 'refused') await this.finish(claimed);
  }

  private async leaveFor({ job, token }: ClaimedJob, fate: Exclude<Entered, object>): Promise<void> {
    const { store, clock } = this.options;
    const claim = { job, token };
    if (fate === 'given-back') return store.releaseJobs([claim]);
    await store.extendJobs([claim], { now: clock.now(), leaseMs: this.delays.delayOf(job) });
  }

  private submit<K extends CommandKind>(claimed: ClaimedJob, command: CommandOf<K>, finishes: boolean) {
    const { job, token } = claimed;
    return this.options.pipeline.submit(job, command, { job, token, finishes });
  }

  private async finish({ job, token }: Claim): Promise<void> {
    await this.options.store.finishJobs([{ job, token }]);
  }

  private callbackOf({ job }: ClaimedJob): CallbackAddress | null {
    const url = this.options.webhooks?.callbackUrl;
    const token = url === undefined ? null : this.options.callbackTokens.issue(job);
    return url === undefined || token === null ? null : { url, token, tokenHeader: TOKEN_HEADER };
  }

  private traced(claimed: ClaimedJob, call: Call, stop: StopSign): Promise<Report | null> {
    const { workspaceId, executionId, stepId } = claimed.job;
    const about = { workspaceId, executionId, stepId, attempt: call.attempt };
    return observed<'call' | 'notification', Report | null>(
      this.options.telemetry,
      () =>
        call.kind === 'webhook'
          ? { kind: 'call', ...about, receiver: call.origin }
          : { kind: 'notification', ...about, channel: call.message.channel },
      () => this.report(claimed, call, stop),
      (report) => {
        if (report === null) return 'late';
        return report.kind === 'call-returned' ? 'returned' : 'failed';
      },
    );
  }

  /** Makes the call; null when its step ended first, so its result no longer counts. */
  private async report(claimed: ClaimedJob, call: Call, stop: StopSign): Promise<Report | null> {
    const { stepId } = claimed.job;
    const { attempt } = call;
    const made = await (call.kind === 'webhook'
      ? this.make(claimed, call, stop)
      : this.notify(claimed, call, stop));
    if (stop.isUp()) return null;
    if ('answer' in made) return { kind: 'call-returned', stepId, attempt, answer: made.answer };
    const message = storableText(made.message, LIMITS.errorMessageLength);
    return { kind: 'call-failed', stepId, attempt, ...made, message };
  }

  private async notify(
    { concurrencyKey }: ClaimedJob,
    call: NotificationCall,
    stop: StopSign,
  ): Promise<Made> {
    const { clock } = this.options;
    const began = clock.now();
    const made = await this.notifier.send(call, stop);
    if (concurrencyKey !== null)
      this.receivers.note(concurrencyKey, { succeeded: 'answer' in made, tookMs: clock.now() - began });
    return made;
  }

  private async make(claimed: ClaimedJob, call: WebhookCall, stop: StopSign): Promise<Made> {
    const { webhooks, clock, definitions } = this.options;
    const transport = webhooks?.transport;
    if (webhooks === null || transport?.call === undefined) return NO_TRANSPORT;
    const { nodeId, origin } = call;
    const { workspaceId } = claimed.job;
    const definition = await definitions.ofExecution({ ...call, ...claimed.job });
    const asked = { workspaceId, definitionId: definition.definitionId, nodeId, origin };
    if (!mayCallOf(webhooks.mayCall, asked)) return failure('webhook-not-allowed', NOT_ALLOWED);
    const authentication = await this.authentication(call, asked, {
      stop,
      secretsOf: () => this.options.secrets.ofNode(definition, nodeId, clock.now()),
    });
    if ('code' in authentication) return authentication;
    const began = clock.now();
    const outcome = await this.exchange(requestOf(call, authentication, began, stop));
    const isWell = outcome.ok && outcome.status < 500;
    this.receivers.note(origin, { succeeded: isWell, tookMs: clock.now() - began });
    if (!outcome.ok) return failedOutcome(outcome);
    return { answer: answerOf(outcome, call.keptHeaders, new Hiding(authentication.sent)) };
  }

  private async authentication(
    call: WebhookCall,
    asked: CallAsked,
    { stop, secretsOf }: { readonly stop: StopSign; readonly secretsOf: () => Promise<readonly string[]> },
  ): Promise<Authentication | CallFailure> {
    const { kind } = call.auth;
    if (kind === 'host') return this.credentials(call.auth.name ?? '', asked, stop);
    if (kind === 'none') return authenticationOf(call, []);
    try {
      const secrets = await secretsOf();
      if (secrets.length > 0) return authenticationOf(call, secrets);
      return failure('webhook-secret-unreadable', 'the node has no secret; update its definition with one');
    } catch (error) {
      if (!(error instanceof UnreadableSecret)) throw error;
      return failure(
        'webhook-secret-unreadable',
        'the secret of the node cannot be opened with these secretKeys',
      );
    }
  }

  /** Asks the host for the headers of the attempt. */
  private async credentials(
    name: string,
    asked: CallAsked,
    stop: StopSign,
  ): Promise<Authentication | CallFailure> {
    const { webhooks, clock, logger } = this.options;
    const ask = webhooks?.credentials;
    if (ask === undefined)
      return failure('webhook-not-configured', 'the engine has no option `webhooks.credentials`');
    const controller = new AbortController();
    const abort = () => controller.abort();
    const forget = stop.whenUp(abort);
    let cancel: () => void = () => undefined;
    const timeIsUp = new Promise<never>((_, reject) => {
      cancel = clock.wakeAt(clock.now() + CREDENTIALS_MS, () => {
        abort();
        reject(new Error(`the credentials were not given within ${CREDENTIALS_MS} ms`));
      });
    });
    try {
      const given = (async () => ask(name, { ...asked, signal: controller.signal }))();
      const checked = hostAuthentication(await this.outside(Promise.race([given, timeIsUp])));
      return typeof checked === 'string' ? failure('webhook-request-invalid', checked) : checked;
    } catch (error) {
      // The error of the host may quote a secret, and goes to the log only.
      logger.warn(`the credentials "${name}" could not be given; the attempt counts as failed`, error);
      return failure('webhook-unavailable', 'the host could not give the credentials', true);
    } finally {
      cancel();
      forget();
    }
  }

  /** A transport should not throw. If it does, the attempt counts. */
  private async exchange(request: CallRequest): Promise<CallOutcome> {
    const { webhooks, logger } = this.options;
    try {
      const called = webhooks?.transport.call?.(request);
      if (called !== undefined) return await this.outside(called);
    } catch (error) {
      logger.error('the webhook transport threw; the attempt counts as failed', error);
    }
    return { ok: false, reason: 'unavailable', error: 'the transport threw; see the log of the engine' };
  }

  private outside<T>(work: Promise<T>): Promise<T> {
    const { activity, outsideActivity } = this.options;
    return outsideActivity.track(activity.pause(work));
  }
}

type Made = CallFailure | { readonly answer: CallAnswer };

const NOT_ALLOWED = 'the host does not allow calls to this origin';

const failure = (code: string, message: string, retryable = false): CallFailure => ({
  code,
  message,
  retryable,
});

const NO_TRANSPORT = failure(
  'webhook-not-configured',
  'this engine has no transport that calls; give createApprovalEngine a `webhooks.transport`',
);

const CODES = {
  'not-allowed': 'webhook-not-allowed',
  invalid: 'webhook-request-invalid',
  unavailable: 'webhook-unavailable',
} as const;

const failedOutcome = ({ reason, error }: CallOutcome & { readonly ok: false }): CallFailure =>
  failure(CODES[reason], error, reason === 'unavailable');

function requestOf(
  { url, method, headers, body, timeoutMs }: WebhookCall,
  authentication: Authentication,
  now: number,
  stop: StopSign,
): CallRequest {
  const [newest, ...older] = authentication.signing;
  const id = `call_${sha256Hex(headers['idempotency-key'] ?? '').slice(0, 32)}`;
  return {
    url,
    method,
    headers: { ...headers, ...authentication.headers },
    body: body === null ? null : new TextEncoder().encode(body),
    sign: newest === undefined ? null : { id, secrets: [newest, ...older], now },
    timeoutMs,
    maxBytes: LIMITS.responseBytes,
    signal: stop.signal,
  };
}
