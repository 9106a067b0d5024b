/** The world around the engines: slow and failing agents, and receivers of webhooks. */
import type {
  AgentFunction,
  AgentRequest,
  AgentResponse,
  Agents,
  NotificationChannel,
  NotificationChannels,
  NotificationMessage,
  NotificationResult,
  WebhookTransport,
} from '@org/approval-core';
import type { CallOutcome, WebhookAttempt, WebhookOutcome } from '@org/approval-core/views';
import { fieldOf, fromJson, textIn } from '@org/approval-internal/json';
import type { FaultPlan } from './faults.js';
import type { Violation } from './observer.js';
import type { SeededRandom } from './random.js';
import type { Owner, Schedule } from './schedule.js';

export interface OutsideParts {
  readonly schedule: Schedule;
  readonly random: SeededRandom;
  readonly faults: FaultPlan;
  readonly onFeature: (feature: string) => void;
  readonly onViolation: (violation: Violation) => void;
  /** Called when an agent defers its result. */
  readonly onDeferred: (request: AgentRequest) => void;
  /** Ends a process with its memory. */
  readonly crash: (owner: Owner) => void;
}

const FINDINGS = [[], [{ findingId: 'f1' }], [{ findingId: 'f1' }, { findingId: 'f2' }]] as const;
const RECEIVER_GIVES_UP_MS = 15_000;

export class Outside {
  private readonly parts: OutsideParts;
  /** Calls that stay unanswered until all faults end. */
  private readonly hanging = new Set<() => void>();
  /** The highest seq sent to each execution's receiver, and the accepted ones. */
  private readonly sent = new Map<string, number>();
  private readonly taken = new Set<string>();

  constructor(parts: OutsideParts) {
    this.parts = parts;
  }

  /**
   * The agents of one process: random ones for every agentId, or the given ones, in simulated time.
   */
  agents(agentIds: readonly string[], given: Agents, owner: Owner): Agents {
    return Object.fromEntries(
      agentIds.map((agentId) => [agentId, this.agent(given[agentId] ?? this.randomAgent, owner)]),
    );
  }

  /** The channels of one process. */
  channels(names: readonly string[], owner: Owner): NotificationChannels {
    return Object.fromEntries(names.map((name) => [name, this.channel(owner)]));
  }

  /** Resumes everything that hangs. */
  recover(): void {
    for (const goOn of this.hanging) goOn();
    this.hanging.clear();
  }

  hasTaken(eventId: string): boolean {
    return this.taken.has(eventId);
  }

  transport(owner: Owner): WebhookTransport {
    return {
      checkUrl: () => null,
      verifySignature: () => Promise.resolve(true),
      call: () => new Promise((resolve) => this.receiveCall(owner, resolve)),
      deliver: (attempt) => new Promise((resolve) => this.receive(attempt, owner, resolve)),
    };
  }

  private agent(agent: AgentFunction, owner: Owner): AgentFunction {
    const { faults, random, schedule } = this.parts;
    return (request) =>
      new Promise((resolve, reject) => {
        const respond = () => {
          if (faults.strikes('agent-failed')) reject(new Error('the agent failed'));
          else if (faults.strikes('agent-invalid'))
            resolve({ passed: 'perhaps' } as unknown as AgentResponse);
          else resolve(agent(request));
        };
        if (faults.strikes('agent-hung')) {
          this.hanging.add(() => schedule.after(0, 'agent goes on', respond, owner));
          return;
        }
        const ms = faults.strikes('agent-slow')
          ? random.between(4_000, 20_000)
          : random.pick([0, 1, 10, 300]);
        schedule.after(ms, `agent ${request.stepId} ${request.attempt}`, respond, owner);
      });
  }

  private readonly randomAgent: AgentFunction = (request) => {
    const { random, onDeferred } = this.parts;
    const drawn = random.next();
    if (drawn < 0.2) {
      onDeferred(request);
      return { deferred: true };
    }
    const passed = drawn < 0.9;
    return { passed, summary: 's', output: { score: random.below(10) }, findings: random.pick(FINDINGS) };
  };

  private channel(owner: Owner): NotificationChannel {
    const { faults, random, schedule } = this.parts;
    return (message) =>
      new Promise<NotificationResult | undefined>((resolve, reject) => {
        this.noteMessage(message);
        const respond = () => {
          if (faults.strikes('receiver-failed'))
            reject(Object.assign(new Error('the channel failed'), { retryable: random.chance(0.8) }));
          else resolve(random.chance(0.2) ? { refused: message.to.map((_, index) => index) } : undefined);
        };
        if (faults.strikes('receiver-hung')) {
          this.hanging.add(() => schedule.after(0, 'channel goes on', respond, owner));
          return;
        }
        schedule.after(random.pick([0, 1, 50]), 'channel', respond, owner);
      });
  }

  /**
   * Every attempt of a step must have the same message, but for its number and later contributors.
   */
  private noteMessage({ attempt: _, to: __, ...message }: NotificationMessage): void {
    const { onFeature, onViolation } = this.parts;
    const { idempotencyKey } = message;
    const text = JSON.stringify(message);
    const before = this.messages.get(idempotencyKey);
    onFeature(before === undefined ? 'message sent' : 'message repeated');
    if (before !== undefined && before !== text)
      onViolation({ code: 'message-changed', message: `${idempotencyKey}: ${text} after ${before}` });
    this.messages.set(idempotencyKey, text);
  }

  private readonly messages = new Map<string, string>();

  private receive(attempt: WebhookAttempt, owner: Owner, resolve: (outcome: WebhookOutcome) => void): void {
    const { faults, random, schedule } = this.parts;
    const respond = (outcome: WebhookOutcome) => {
      resolve(outcome);
    };
    const arrive = () => {
      const { eventId } = attempt;
      this.noteOrder(attempt);
      const fails = faults.strikes('receiver-failed');
      if (!fails) this.taken.add(eventId);
      const outcome: WebhookOutcome = fails
        ? { ok: false, status: 503, error: 'the receiver answered 503' }
        : { ok: true, status: 200 };
      const hangs = faults.strikes('receiver-hung');
      const late: WebhookOutcome = { ok: false, status: null, error: 'the receiver did not respond in time' };
      const ms = hangs ? RECEIVER_GIVES_UP_MS : random.pick([0, 1, 50]);
      schedule.after(ms, `receiver ${eventId}`, () => respond(hangs ? late : outcome), owner);
    };
    // A sent request arrives, even if its sender stops.
    schedule.after(random.pick([0, 1, 30]), 'webhook arrives', arrive);
  }

  private receiveCall(owner: Owner, resolve: (outcome: CallOutcome) => void): void {
    const { faults, random, schedule, crash } = this.parts;
    const status = faults.strikes('receiver-failed') ? 503 : random.pick([200, 200, 204, 422]);
    const outcome: CallOutcome = { ok: true, status, headers: {}, body: new Uint8Array(), truncated: false };
    const late: CallOutcome = {
      ok: false,
      reason: 'unavailable',
      error: 'the receiver did not respond in time',
    };
    const hangs = faults.strikes('receiver-hung');
    const ms = hangs ? RECEIVER_GIVES_UP_MS : random.pick([0, 1, 50]);
    // The receiver has the request, and works on it.
    if (faults.strikes('process-crashed-in-call')) crash(owner);
    const respond = () => {
      if (faults.strikes('process-crashed-after-answer')) crash(owner);
      else resolve(hangs ? late : outcome);
    };
    schedule.after(ms, 'receiver of a call', respond, owner);
  }

  /** The first attempt of an event must follow that of earlier events of the same execution. */
  private noteOrder({ body, eventId }: WebhookAttempt): void {
    const event = fromJson(new TextDecoder().decode(body));
    const executionId = textIn(event, 'executionId');
    const seq = Number(fieldOf(event, 'seq'));
    const key = `${executionId} ${seq}`;
    if (this.first.has(key)) {
      this.parts.onFeature('webhook repeated');
      return;
    }
    this.first.add(key);
    this.parts.onFeature('webhook received');
    const last = this.sent.get(executionId) ?? 0;
    if (seq < last) {
      this.parts.onViolation({
        code: 'delivered-out-of-order',
        message: `${eventId}: seq ${seq} after ${last}`,
      });
    }
    this.sent.set(executionId, Math.max(last, seq));
  }

  private readonly first = new Set<string>();
}
