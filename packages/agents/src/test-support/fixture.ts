/** Fixtures (permits G8) run over the library: each step is an operation, and what must come of it. */
import { ApprovalError, type Definition } from '@org/approval-core';
import { createTestEngine } from '@org/approval-testkit';
import { createApprovalGate } from '../gate/gate.js';
import type { PermitStore } from '../store/permit-store.js';
import type { ApprovalGate, PermitOperations, Policies } from '../types.js';

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

/** Runs a fixture; `check` is told what each step gave and what was expected. */
export async function runFixture(
  fixture: Fixture,
  store: PermitStore,
  check: (step: Step, result: unknown, expected: unknown) => void,
): Promise<void> {
  const { engine, clock, advance, drain } = createTestEngine();
  for (const it of fixture.definitions) await engine.definitions.create(it);
  const results: Record<string, unknown> = {};
  let { policies } = fixture;
  const make = () => createApprovalGate({ engine, store, policies, clock });
  let gate: ApprovalGate = make();

  const restart = async () => {
    await gate.stop();
    gate = make();
  };

  async function decide({ permitId, force, ...answer }: Json): Promise<unknown> {
    const { executionId, digest } = await gate.get({ permitId: permitId as string });
    const { steps } = await engine.executions.get({ executionId: executionId! });
    const at = { executionId: executionId!, stepId: steps.find((it) => it.status === 'waiting')!.stepId };
    const round = steps[0]!.people?.places[0]?.round ?? 1;
    const done =
      force === undefined
        ? await engine.steps.recordReviewerDecision({
            ...at,
            subjectDigest: digest,
            ...(round > 1 && { round }),
            ...answer,
          } as never)
        : await engine.steps.resolve({ ...at, action: force, ...answer } as never);
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
    race: (_, { steps }: Json) => Promise.all((steps as Step[]).map((it) => resultOf(it))),
  };

  async function resultOf({ op, input, workspace }: Step): Promise<unknown> {
    // As a client that sends JSON.
    const given = resolved(JSON.parse(JSON.stringify(input)), results);
    try {
      return await perform[op]!(
        workspace === undefined ? gate : gate.forWorkspace(workspace),
        given as never,
      );
    } catch (error) {
      if (!(error instanceof ApprovalError)) throw error;
      return { error: { status: error.status, code: error.details['code'] } };
    }
  }

  for (const step of fixture.steps) {
    const result = await resultOf(step);
    if (step.as !== undefined) results[step.as] = result;
    check(step, result, resolved(step.expect, results));
  }
  await gate.stop();
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
