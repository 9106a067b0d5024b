/** Runs a definition without an engine, with given decisions (contract section 17). */
import { type Calendar, type WorkingCalendar, workingCalendar } from '../../calendar/working-time.js';
import { compileDefinition } from '../../compile/compile-definition.js';
import type { CompiledDefinition } from '../../compile/compiled.js';
import type { Definition } from '../../definition/definition.js';
import type { JsonObject, JsonValue } from '../../definition/json.js';
import type { CommandKind, CommandOf, Refusal } from '../../interpreter/command.js';
import { didYouMean } from '../../definition/nearest.js';
import { directoryQuestions } from '../../interpreter/commands/people/directory.js';
import { decide } from '../../interpreter/decide.js';
import type { EngineEvent } from '../../interpreter/event.js';
import { type Answers, type Asked, NO_ANSWERS } from '../../interpreter/people/directory.js';
import { type ExecutionState, initialState, type StepState, isOpen } from '../../interpreter/state.js';
import { peopleOfStep } from '../../interpreter/people/places.js';
import { type TotalsByState, nodeOf } from '../../interpreter/transition.js';
import type { SimulatedAnswers, SimulatedRuns } from '../../nodes/run-work.js';
import type { Parties } from '../../interpreter/header.js';
import { calendars as calendarsCheck } from '../shapes/shared/calendars.js';
import { invalidArgument, refusalError } from '../errors.js';
import { type Explanation, explain } from './explain.js';
import { isDecidedByPeople } from '../../nodes/schema.js';
import { workOf } from '../../nodes/run.js';

/** A decision in a simulated run. */
export interface SimulatedAnswer extends Pick<CommandOf<'record-decision'>, 'reviewerId' | 'decision'> {
  /** The node whose waiting step is answered. */
  readonly nodeId: string;
  /** Reason of the decision. */
  readonly reason?: string;
  /** Reason code, one of those of the node. */
  readonly reasonCode?: string;
  /** Values that an approval fills in. */
  readonly values?: JsonObject;
}

/** Options of a simulated run. */
export interface SimulateOptions {
  /** The trigger context. */
  readonly input: JsonObject;
  /** Decisions in their order; none by default. */
  readonly answers?: readonly SimulatedAnswer[];
  /** Responses to webhook nodes by nodeId, null for none; by default a 200 without a body. */
  readonly calls?: SimulatedAnswers;
  /** Ends of the runs of subflow nodes by nodeId; by default they complete, with an approval. */
  readonly runs?: SimulatedRuns;
  /** Time of the run, in ms since the epoch. */
  readonly now: number;
  /** Requester, contributors and subject. */
  readonly parties?: Parties;
  /** Directory data; by default it is empty. */
  readonly directory?: {
    readonly groups?: Readonly<Record<string, readonly string[]>>;
    readonly roles?: Readonly<Record<string, readonly string[]>>;
    readonly managers?: Readonly<Record<string, string>>;
    readonly attributes?: Readonly<Record<string, JsonObject>>;
  };
  /** The calendars of the engine by name, for nodes with working time; none by default. */
  readonly calendars?: Readonly<Record<string, Calendar>>;
}

/** Result of a simulated run. */
export interface Simulation {
  /** Outcome of the completed run; null until then, and if nothing decided it. */
  readonly outcome: string | null;
  /** The run after the last decision. */
  readonly state: ExecutionState;
  /** Everything that happened. */
  readonly events: readonly EngineEvent[];
  /** Explanation of its current wait. */
  readonly explanation: Explanation;
  /** Refused decisions, by their index. */
  readonly refused: readonly {
    /** Index of the refused answer. */
    readonly index: number;
    /** Refusal of the answer. */
    readonly refusal: Refusal;
  }[];
}

/** More commands than any run under the linter's limits takes; past it something is broken. */
const MOST_COMMANDS = 100_000;

/**
 * Runs a definition at once, without an engine, clock or store. Agents pass without an output;
 * deadlines and reminders do not fire, but due times are computed, also in working time.
 * @throws ApprovalError INVALID_ARGUMENT for a definition that the linter refuses, an invalid
 * calendar (see `path`), or a run that cannot start.
 */
export function simulate(definition: Definition, options: SimulateOptions): Simulation {
  const checked = compileDefinition(definition as unknown as JsonValue);
  if (!checked.ok) throw invalidArgument(checked.issues);
  const calendars = calendarsOf(options);
  const run = new SimulatedRun(checked.compiled, { ...options, calendars });
  run.goOn();
  const refused = (options.answers ?? []).flatMap((answer, index) => {
    const refusal = run.answer(answer);
    run.goOn();
    return refusal === null ? [] : [{ index, refusal }];
  });
  const { state, events } = run;
  // A step that an approval starts may have a working-time deadline too.
  return {
    outcome: state.outcome ?? null,
    state,
    events,
    explanation: explain(checked.compiled, state, options.now, { calendars }),
    refused,
  };
}

function calendarsOf({ calendars = {} }: SimulateOptions): ReadonlyMap<string, WorkingCalendar> {
  const checked = calendarsCheck.safeParse(calendars);
  if (!checked.success)
    throw invalidArgument(
      checked.error.issues.map(({ path, message }) => ({
        ...{ code: 'invalid-field', message, path: ['calendars', ...path.map(String)].join('.') },
      })),
    );
  return new Map(Object.entries(calendars).map(([name, it]) => [name, workingCalendar(it)]));
}

type RunOptions = Omit<SimulateOptions, 'calendars'> & {
  readonly calendars: ReadonlyMap<string, WorkingCalendar>;
};

class SimulatedRun {
  state: ExecutionState;
  readonly events: EngineEvent[] = [];
  private readonly compiled: CompiledDefinition;
  private readonly options: RunOptions;
  private readonly totals: TotalsByState = new WeakMap();
  private ids = 0;

  constructor(compiled: CompiledDefinition, options: RunOptions) {
    this.compiled = compiled;
    this.options = options;
    const { input, now, parties } = options;
    this.state = initialState({
      ...{ workspaceId: 'simulated', executionId: 'simulated', definitionUid: 'simulated' },
      ...{ definitionId: 'simulated', definitionVersion: 1, correlationId: 'simulated' },
      ...{ idempotencyKey: null, organizationId: null, documentId: null, webhookUrl: null },
      triggerContext: input,
      createdAt: now,
      ...(parties !== undefined && { parties }),
    });
    const refusal = this.decide({ kind: 'dispatch' });
    if (refusal !== null) throw refusalError(refusal);
  }

  answer({ nodeId, reviewerId, decision, reason, ...said }: SimulatedAnswer): Refusal | null {
    const unknown = this.unknownIn(nodeId, reviewerId);
    if (unknown !== null) return unknown;
    const waiting = this.state.steps.findLast((it) => it.nodeId === nodeId && it.status === 'waiting');
    const { stepId = '' } = waiting ?? this.state.steps.findLast((it) => it.nodeId === nodeId) ?? {};
    const command = {
      kind: 'record-decision',
      stepId,
      reviewerId,
      decision,
      reason: reason ?? null,
      // Simulated reviewers have seen the subject.
      subjectDigest: this.state.parties?.subject?.digest ?? null,
    } as const;
    return this.decide({ ...command, ...said });
  }

  /** Refuses a node that the definition does not have, and a user whom none of its steps asks. */
  private unknownIn(nodeId: string, reviewerId: string): Refusal | null {
    const { nodes } = this.compiled;
    if (!Object.hasOwn(nodes, nodeId)) {
      const near = didYouMean(nodeId, Object.keys(nodes));
      return { status: 'NOT_FOUND', message: `node "${nodeId}" does not exist${near}`, details: {} };
    }
    const asked = this.state.steps.flatMap((step) => {
      const node = nodes[step.nodeId];
      const people = isDecidedByPeople(node) ? peopleOfStep(node, step) : null;
      return people?.places.map((it) => it.holder) ?? [];
    });
    const near = asked.includes(reviewerId) ? '' : didYouMean(reviewerId, asked);
    // A user who is not near any other may be a substitute, which the engine decides.
    if (near === '') return null;
    const message = `user "${reviewerId}" is not asked${near}`;
    return { status: 'PERMISSION_DENIED', message, details: {} };
  }

  /** Runs everything that needs no decision, until only people are waited for. */
  goOn(): void {
    for (let count = 0; count < MOST_COMMANDS; count++) {
      const step = this.state.steps.find((it) => it.status === 'pending' || it.status === 'running');
      if (step === undefined || !isOpen(step.status)) return;
      this.work(step);
    }
    throw new Error('the simulated run does not come to rest');
  }

  /** Does the work outside the interpreter, at once and well. */
  private work(step: StepState): void {
    const work = workOf(step.nodeType);
    if (work === null)
      throw new Error(`step ${step.stepId} is open, and its kind of node has no work to wait for`);
    const { calls, runs } = this.options;
    const command = work.next(step, nodeOf(this.compiled, step.nodeId), calls, runs);

    if (command === null) this.findPeople(step);
    else this.decide(command);
  }

  private findPeople({ stepId, attempt }: StepState): void {
    let answers = NO_ANSWERS;
    for (;;) {
      const asked = directoryQuestions(this.compiled, this.state, { stepId, attempt, answers });
      if (asked === null || asked.length === 0) break;
      answers = asked.reduce((known, it) => this.answered(known, it), answers);
    }
    this.decide({ kind: 'reviewers-found', stepId, attempt, answers });
  }

  private answered(known: Answers, asked: Asked): Answers {
    const { groups = {}, roles = {}, managers = {}, attributes = {} } = this.options.directory ?? {};
    switch (asked.ask) {
      case 'members': {
        const { kind, name } = asked;
        const userIds = ownOf(kind === 'group' ? groups : roles, name);
        return { ...known, members: [...known.members, { kind, name, userIds }] };
      }
      case 'manager': {
        const { userId } = asked;
        return { ...known, managers: [...known.managers, { userId, managerId: ownOf(managers, userId) }] };
      }
      case 'attribute': {
        const { userId, attribute } = asked;
        const value = ownOf(ownOf(attributes, userId) ?? {}, attribute) ?? null;
        return { ...known, attributes: [...known.attributes, { userId, attribute, value }] };
      }
    }
  }

  private decide<K extends CommandKind>(command: CommandOf<K>): Refusal | null {
    const decided = decide(this.compiled, this.state, command, {
      now: this.options.now,
      newEventId: () => `event_${(this.ids += 1)}`,
      maxStepsPerExecution: Infinity,
      calendars: this.options.calendars,
      totals: this.totals,
    });
    if (!decided.ok) return decided.refusal;
    this.state = decided.state;
    this.events.push(...decided.events);
    return null;
  }
}

const ownOf = <T>(record: Readonly<Record<string, T>>, name: string): T | null =>
  Object.hasOwn(record, name) ? (record[name] ?? null) : null;
