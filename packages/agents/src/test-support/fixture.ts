/**
 * Fixtures (permits G8): each step is an operation with its expected result. They run over any
 * store, and through the library or HTTP.
 *
 * `kill {at}` kills the process of the next step that reaches that moment (see `mortal.ts`): its
 * caller gets UNAVAILABLE, and later steps use a new gate on the same stores. A kill that no step
 * reaches is an error of the fixture.
 */
import { type ApprovalEngine, ApprovalError, type Definition } from '@org/approval-core';
import { createTestEngine } from '@org/approval-testkit';
import { createApprovalGate } from '../gate/gate.js';
import type { PermitStore } from '../store/permit-store.js';
import type { ApprovalGate, PermitOperations, Policies } from '../types.js';
import { type Moment, mortal } from './mortal.js';

type Json = Record<string, unknown>;

export interface Step {
  readonly op: string;
  readonly as?: string;
  readonly workspace?: string;
  readonly input: Json;
  readonly expect?: unknown;
}

export interface Fixture {
  readonly format: 1;
  readonly name: string;
  readonly now: number;
  readonly definitions: readonly Definition[];
  readonly policies: Policies;
  readonly steps: readonly Step[];
}

type Decision = Parameters<ApprovalEngine['steps']['recordReviewerDecision']>[0];
type Resolution = Parameters<ApprovalEngine['steps']['resolve']>[0];

/** Access of a program and of people to a gate and its engine. */
export interface Door {
  readonly on: (workspaceId: string) => PermitOperations;
  readonly decide: (decision: Decision) => Promise<unknown>;
  readonly resolve: (resolution: Resolution) => Promise<unknown>;
}

export interface FixtureWorld {
  readonly store: PermitStore;
  /** The library itself by default. */
  readonly door?: (gate: ApprovalGate, engine: ApprovalEngine) => Door;
  /** Called with the result and the expectation of each step. */
  readonly check: (step: Step, result: unknown, expected: unknown) => void;
}

const libraryDoor = (gate: ApprovalGate, engine: ApprovalEngine): Door => ({
  on: (workspaceId) => gate.forWorkspace(workspaceId),
  decide: (decision) => engine.steps.recordReviewerDecision(decision),
  resolve: (resolution) => engine.steps.resolve(resolution),
});

const SILENT = { warn: () => undefined, error: () => undefined };

export async function runFixture(
  fixture: Fixture,
  { store, door: doorOf = libraryDoor, check }: FixtureWorld,
): Promise<void> {
  const { engine, clock, advance, drain } = createTestEngine();
  await advance(fixture.now - clock.now());
  for (const it of fixture.definitions) await engine.definitions.create(it);
  const results: Record<string, unknown> = {};
  let { policies } = fixture;
  const make = () => {
    const life = mortal(engine, store);
    const gate = createApprovalGate({
      ...{ engine: life.engine, store: life.store },
      ...{ policies, clock, logger: SILENT },
    });
    return { gate, life, door: doorOf(gate, engine) };
  };
  let process = make();
  const doom = { isOpen: false };

  const restart = async () => {
    await process.gate.stop();
    process = make();
  };

  async function decide({ permitId, force, ...answer }: Json): Promise<unknown> {
    const { executionId, digest } = await process.gate.get({ permitId: permitId as string });
    const { steps } = await engine.executions.get({ executionId: executionId! });
    const step = steps.find((it) => it.status === 'waiting')!;
    const at = { executionId: executionId!, stepId: step.stepId };
    const round = step.people?.places[0]?.round ?? 1;
    const isLater = round > 1 ? { round } : {};
    const done =
      force === undefined
        ? await process.door.decide({ ...at, subjectDigest: digest, ...isLater, ...answer } as Decision)
        : await process.door.resolve({ ...at, action: force, ...answer } as Resolution);
    await drain();
    return done;
  }

  const perform: Record<string, (on: PermitOperations, input: never) => Promise<unknown>> = {
    request: (on, input) => on.request(input),
    get: (on, input) => on.get(input),
    redeem: (on, input) => on.redeem(input),
    outcome: (on, input) => on.outcome(input),
    amend: (on, input) => on.amend(input),
    revoke: (on, input) => on.revoke(input),
    grant: (on, input) => on.grants.create(input),
    revokeGrant: (on, input) => on.grants.revoke(input),
    decide: (_, input) => decide(input),
    advance: (_, { ms }: Json) => advance(ms as number),
    restart,
    policies: async (_, input) => {
      policies = input;
      await restart();
    },
    kill: async (_, { at }: Json) => {
      process.life.diesAt(at as Moment);
      doom.isOpen = true;
    },
    race: (_, { steps }: Json) => Promise.all((steps as Step[]).map((it) => resultOf(it))),
  };

  async function resultOf({ op, input, workspace = 'default' }: Step): Promise<unknown> {
    // The input as a client sends it in JSON.
    const given = resolved(JSON.parse(JSON.stringify(input)), results);
    try {
      return await perform[op]!(process.door.on(workspace), given as never);
    } catch (error) {
      if (!(error instanceof ApprovalError)) throw error;
      return { error: { status: error.status, code: error.details['code'] } };
    }
  }

  for (const step of fixture.steps) {
    const result = await resultOf(step);
    if (process.life.isDead()) {
      doom.isOpen = false;
      await restart();
    }
    if (step.as !== undefined) results[step.as] = result;
    check(step, result, resolved(step.expect, results));
  }
  if (doom.isOpen) throw new Error(`"${fixture.name}" has a kill that no step reached`);
  await process.gate.stop();
  await engine.stop();
}

/** With `"$name.path"` replaced by what an earlier step gave. */
function resolved(value: unknown, results: Json): unknown {
  if (typeof value === 'string' && value.startsWith('$')) {
    return value
      .slice(1)
      .split('.')
      .reduce<unknown>((it, key) => (it as Json)[key], results);
  }
  if (Array.isArray(value)) return value.map((it) => resolved(it, results));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, resolved(it, results)]));
}
