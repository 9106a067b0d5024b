/** The gate: combines the operations, the background work and the listeners. */
import { msOf } from '@org/approval-internal/duration';
import { AtMost } from '@org/approval-internal/turns';
import { ApprovalError, DEFAULT_WORKSPACE, consoleLogger } from '@org/approval-core';
import { systemClock } from '@org/approval-core/store';
import { guardedLogger } from '@org/approval-core/internal';
import { refused } from '../errors.js';
import { PERMIT_DEFAULTS, PERMIT_LIMITS } from '../limits.js';
import { PolicyMatcher } from '../policy/match.js';
import { checkPolicies } from '../policy/rules.js';
import { PERMIT_OPERATIONS } from '../operations/table.js';
import { parse, parserOf, redeem as redeemSchema, workspaceRequest } from '../requests.js';
import type { StoredPermit } from '../store/permit-store.js';
import type { GateOptions } from '../gate-options.js';
import type {
  ApprovalGate,
  GateCaller,
  PermitListener,
  PermitOperations,
  RedeemRequest,
  TransactionGate,
} from '../types.js';
import type { GateContext } from './context.js';
import { operate } from './operate.js';
import { checkGateOptions } from './options.js';
import { Permits } from './permits.js';
import { redeemInTransaction, redemptionOf } from './redeem.js';
import { Runs } from './runs.js';
import { checkCaller } from './seen.js';
import { settled } from './settle.js';
import { Sweeper } from './sweep.js';
import { viewPermit } from './view.js';
import { Waiting } from './waiting.js';

const SWEEP_MS = 60_000;

/**
 * Makes a gate over an engine. Any number of gates, in any number of processes, may share one
 * permit store; all should have the same policies.
 * @throws TypeError for options that make no sense; ApprovalError INVALID_ARGUMENT for policies
 *   that do not.
 * @example
 * ```ts
 * import { createApprovalGate, createMemoryPermitStore } from '@org/approval-agents';
 * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
 *
 * const engine = createApprovalEngine({ store: createMemoryStore() });
 * const gate = createApprovalGate({
 *   engine,
 *   store: createMemoryPermitStore(),
 *   policies: { rules: [{ tool: 'files.read', do: 'allow' }] },
 * });
 * const call = { tool: 'files.read', args: { path: '/tmp/a' } };
 * const requester = { principal: 'research-bot' };
 * const ref = { framework: 'none', runId: 'run-1', callId: 'call-1' };
 * const { permitId, state } = await gate.request({ call, ref, requester });
 * console.log(state); // → granted
 * const redeemed = await gate.redeem({ permitId, call, requester });
 * if (redeemed.ok) console.log(`run ${redeemed.call.tool}`); // → run files.read
 * console.log((await gate.redeem({ permitId, call, requester })).ok); // → false
 * await gate.outcome({ permitId, requester, ok: true });
 * await gate.stop();
 * await engine.stop();
 * ```
 */
export function createApprovalGate<Tx = never>(options: GateOptions<Tx>): ApprovalGate<Tx> {
  const tools = checkGateOptions(options);
  return new Gate(options, tools);
}

class Gate<Tx> extends Permits implements ApprovalGate<Tx> {
  readonly operations = Object.values(PERMIT_OPERATIONS);
  private readonly gate: GateContext;
  private readonly options: GateOptions<Tx>;
  private readonly sweeper: Sweeper;
  private readonly listeners: Set<PermitListener>;
  private readonly deaf: readonly (() => void)[];
  private callOff: (() => void) | null = null;
  private isStopped = false;

  constructor(options: GateOptions<Tx>, tools: GateContext['tools']) {
    const listeners = new Set<PermitListener>();
    const context = contextOf(options, tools, listeners);
    super(context, DEFAULT_WORKSPACE, {});
    this.gate = context;
    this.options = options;
    this.listeners = listeners;
    this.sweeper = new Sweeper(context);
    const onEnd = (executionId: string, workspaceId: string) => this.ended(workspaceId, executionId);
    this.deaf = (['execution.completed', 'execution.failed', 'execution.cancelled'] as const).map((type) =>
      options.engine.on(type, (event, { workspaceId }) => onEnd(event.executionId, workspaceId)),
    );
    this.planSweep();
  }

  forWorkspace(workspaceId: string, caller: GateCaller = {}): PermitOperations {
    parse(workspaceRequest, { workspaceId });
    checkCaller(caller);
    return new Permits(this.gate, workspaceId, callerOf(this.gate, caller));
  }

  withTransaction(transaction: Tx): TransactionGate {
    const store = this.options.store.inTransaction?.(transaction);
    if (store === undefined)
      throw refused('no-transactions', 'this store cannot join a transaction of the host');
    // Uncommitted changes are not announced.
    const context: GateContext = { ...this.gate, store, announce: () => undefined };
    const on = (workspaceId: string) => ({
      redeem: (request: RedeemRequest) =>
        operate(() =>
          redeemInTransaction(context, redemptionOf(workspaceId, context.parse(redeemSchema, request))),
        ),
    });
    return {
      ...on(DEFAULT_WORKSPACE),
      forWorkspace: (workspaceId) => {
        parse(workspaceRequest, { workspaceId });
        return on(workspaceId);
      },
    };
  }

  on(type: string, listener: PermitListener): () => void {
    if (type !== 'permit')
      throw new ApprovalError('INVALID_ARGUMENT', 'a gate has events of the type "permit"');
    // A wrapper, so that a listener registered twice is called twice.
    const own: PermitListener = (permit, context) => listener(permit, context);
    this.listeners.add(own);
    return () => this.listeners.delete(own);
  }

  sweep(): Promise<void> {
    return operate(() => this.sweeper.sweep());
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.callOff?.();
    for (const off of this.deaf) off();
    this.gate.waiting.stop();
    // The sweep must end first, because the host closes its database next.
    await this.sweeper.stop();
  }

  private planSweep(): void {
    if (this.isStopped) return;
    const { clock, logger } = this.gate;
    this.callOff = clock.wakeAt(clock.now() + SWEEP_MS, () => {
      void this.sweeper
        .sweep()
        .catch((error: unknown) => logger.error('permits could not be swept; it is tried again', error))
        .then(() => this.planSweep());
    });
  }

  /** Settles the permit of a run that ended in this process, and wakes its waiters. */
  private async ended(workspaceId: string, executionId: string): Promise<void> {
    const { store, waiting, logger } = this.gate;
    const key = waiting.ended(workspaceId, executionId);
    if (key === null) return;
    try {
      const permit = await store.loadPermit(key);
      if (permit !== null) await settled(this.gate, permit);
    } catch (error) {
      logger.error(`the permit ${key.permitId} could not be settled; the next read tries again`, error);
    }
    waiting.wake(key);
  }
}

/** The users of a caller in the one form of the engine. */
function callerOf({ engine }: Pick<GateContext, 'engine'>, caller: GateCaller): GateCaller {
  const { userId, readsAs } = caller;
  return {
    ...caller,
    ...(userId != null && { userId: engine.normalizeUserId(userId) }),
    ...(readsAs != null && { readsAs: engine.normalizeUserId(readsAs) }),
  };
}

function contextOf<Tx>(
  options: GateOptions<Tx>,
  tools: GateContext['tools'],
  listeners: ReadonlySet<PermitListener>,
): GateContext {
  const { engine, store, clock = systemClock } = options;
  const logger = guardedLogger(options.logger ?? consoleLogger);
  const parse = parserOf((userId) => engine.normalizeUserId(userId));
  const policies = checkPolicies(options.policies, parse);
  const waiting = new Waiting(clock);
  const announce = (permit: StoredPermit) => {
    waiting.wake(permit);
    for (const listener of listeners) tell(listener, permit, logger);
  };
  return {
    ...{ engine, parse, store, clock, logger, policies, tools, waiting, announce },
    matcher: new PolicyMatcher(policies),
    runs: new Runs(engine),
    looks: new AtMost(PERMIT_LIMITS.looks),
    askMs: msOf(options.askMs ?? PERMIT_DEFAULTS.askMs),
    grantMs: msOf(options.grantMs ?? PERMIT_DEFAULTS.grantMs),
    endedMs: options.retention?.endedMs === undefined ? null : msOf(options.retention.endedMs),
  };
}

/**
 * Calls listeners separately, so that an error or rejection affects neither the gate nor other
 * listeners.
 */
function tell(listener: PermitListener, permit: StoredPermit, logger: GateContext['logger']): void {
  const report = (error: unknown) => logger.error(`a listener for permits threw (${permit.permitId})`, error);
  try {
    const result = listener(viewPermit(permit), { workspaceId: permit.workspaceId });
    if (result instanceof Promise) result.catch(report);
  } catch (error) {
    report(error);
  }
}
