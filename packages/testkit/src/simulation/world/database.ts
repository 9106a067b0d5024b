/** A store behind a network: calls take time, fail, and fail after they took effect. */
import type { ApprovalStore } from '@org/approval-core';
import { isTerminal } from '@org/approval-core/interpreter';
import type { Change } from '@org/approval-core/store';
import { type Fields, isObject } from '@org/approval-internal/values';
import type { FaultPlan } from './faults.js';
import type { HostTransaction } from './host.js';
import type { SeededRandom } from './random.js';
import type { Owner, Schedule } from './schedule.js';

type Method = (...args: unknown[]) => unknown;

const isMethod = (value: unknown): value is Method => typeof value === 'function';
const valueOf = (of: object, name: PropertyKey): unknown => Reflect.get(of, name);
const objectAt = (args: readonly unknown[], index: number): Fields => {
  const found = args[index];
  return isObject(found) ? found : {};
};

/** A call in progress. */
interface Call {
  readonly owner: Owner;
  readonly store: ApprovalStore;
  readonly method: string;
  readonly args: readonly unknown[];
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
  /** Error that the caller gets in place of a result. */
  fault: string | null;
  /** True when the call never arrived. */
  dropped: boolean;
}

export interface DatabaseParts {
  readonly store: ApprovalStore;
  readonly schedule: Schedule;
  readonly random: SeededRandom;
  readonly faults: FaultPlan;
  /** Ends a process with its memory. */
  readonly crash: (owner: Owner) => void;
}

/** Parts of a store whose methods use the same network. */
const PARTS = ['absences', 'schedules', 'events'] as const;

/** Mostly quick, sometimes slow; often at the same moment as another. */
const LATENCIES_MS = [0, 0, 1, 1, 2, 5, 20] as const;

export class Database {
  private readonly parts: DatabaseParts;
  private readonly underWay = new Set<Call>();
  private clockOffset = 0;
  private downUntil = 0;

  constructor(parts: DatabaseParts) {
    this.parts = parts;
  }

  now(): number {
    return this.parts.schedule.now + this.clockOffset;
  }

  /** The store, for one process. */
  connect(owner: Owner): ApprovalStore {
    return this.connected(owner, this.parts.store);
  }

  /** Commits a transaction of the host. */
  async commitHost(owner: Owner, transaction: HostTransaction): Promise<void> {
    await this.call(owner, this.parts.store, 'commitHost', [transaction]);
  }

  private connected(owner: Owner, connectedTo: ApprovalStore): ApprovalStore {
    return new Proxy(connectedTo, {
      get: (store, name) => {
        if (name === 'shared' || name === 'durable') return true;
        const part = PARTS.find((it) => it === name);
        if (part !== undefined) return this.partOf(owner, store, part);
        const value = valueOf(store, name);
        if (!isMethod(value)) return value;
        if (name === 'inTransaction')
          return (transaction: unknown) =>
            this.connected(owner, value.call(store, transaction) as ApprovalStore);
        return (...args: unknown[]) => this.call(owner, store, String(name), args);
      },
    });
  }

  private partOf(owner: Owner, store: ApprovalStore, name: (typeof PARTS)[number]): object | undefined {
    const part: object | undefined = store[name];
    return (
      part &&
      new Proxy(part, {
        get:
          (_, method) =>
          (...args: unknown[]) =>
            this.call(owner, store, `${name}.${String(method)}`, args),
      })
    );
  }

  /** Fails all calls of a process; those that have not arrived may or may not run. */
  disconnect(owner: Owner): void {
    for (const call of this.underWay) if (call.owner === owner) this.lose(call);
  }

  restart(downMs: number): void {
    for (const call of this.underWay) this.lose(call, true);
    this.downUntil = this.parts.schedule.now + downMs;
  }

  jumpClock(ms: number): void {
    this.clockOffset += ms;
  }

  recover(): void {
    this.downUntil = 0;
  }

  private lose(call: Call, dropped = this.parts.random.chance(0.5)): void {
    call.fault = 'the connection was lost';
    call.dropped = dropped;
  }

  private call(
    owner: Owner,
    store: ApprovalStore,
    method: string,
    args: readonly unknown[],
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const call: Call = { owner, store, method, args, resolve, reject, fault: null, dropped: false };
      this.underWay.add(call);
      this.parts.schedule.after(this.latency(), `${method} arrives`, () => {
        void this.arrive(call);
      });
    });
  }

  private async arrive(call: Call): Promise<void> {
    const { faults, schedule } = this.parts;
    if (call.dropped) {
      this.answer(call, null);
      return;
    }
    if (schedule.now < this.downUntil || faults.strikes('store-failed-before')) {
      call.fault = 'the store failed';
      this.answer(call, null);
      return;
    }
    const result = await this.perform(call);
    if (endsChild(call) && faults.strikes('process-crashed-after-child')) this.parts.crash(call.owner);
    if (faults.strikes('store-failed-after')) call.fault = 'the result was lost';
    this.answer(call, result);
  }

  private async perform(call: Call): Promise<unknown> {
    try {
      const result = await methodOf(call)(...this.inOwnTime(call));
      return call.method === 'claimJobs' ? this.inTimeOf(call, result) : result;
    } catch (error) {
      call.fault = String(error);
      return null;
    }
  }

  /** A shared store uses its own clock and ignores the time of its callers. */
  private inOwnTime({ method, args }: Call): readonly unknown[] {
    if (method === 'claimJobs') return [{ ...objectAt(args, 0), now: this.now() }];
    if (method === 'extendJobs') return [args[0], { ...objectAt(args, 1), now: this.now() }];
    return args;
  }

  /** Future times in results are in the caller's time. */
  private inTimeOf({ args }: Call, result: unknown): unknown {
    const { now } = objectAt(args, 0);
    if (!isObject(result) || typeof now !== 'number')
      throw new TypeError('claimJobs was called with wrong arguments');
    const { nextDueAt } = result;
    return { ...result, nextDueAt: typeof nextDueAt === 'number' ? nextDueAt - this.now() + now : null };
  }

  private answer(call: Call, result: unknown): void {
    const arrive = () => {
      this.underWay.delete(call);
      if (call.fault === null) call.resolve(result);
      else call.reject(new Error(call.fault));
    };
    this.parts.schedule.after(this.latency(), `${call.method} returns`, arrive, call.owner);
  }

  private latency(): number {
    const { random, faults } = this.parts;
    return faults.strikes('store-slow') ? random.between(500, 9_000) : random.pick(LATENCIES_MS);
  }
}

function methodOf({ store, method: name }: Call): Method {
  const [part, inside] = name.split('.');
  const target = inside === undefined ? store : valueOf(store, part ?? '');
  const method = isObject(target) ? valueOf(target, inside ?? name) : undefined;
  if (!isMethod(method)) throw new TypeError(`the store has no method ${name}`);
  return method.bind(target);
}

/** Returns true for a commit that ends a run of a step; its parent does not know it yet. */
function endsChild({ method, args }: Call): boolean {
  const changes = method === 'commit' ? args[0] : null;
  return (
    Array.isArray(changes) &&
    (changes as readonly Change[]).some(({ state }) => state.parent !== undefined && isTerminal(state.status))
  );
}
