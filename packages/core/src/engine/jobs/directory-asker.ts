/** Asks the directory for a step's reviewers (contract section 17), outside transactions. */
import { actorId } from '../../definition/identifiers.js';
import { type JsonValue, describeError, storableText, textFault } from '../../definition/json.js';
import type { NormalizeUserId } from '../../definition/user-ids.js';
import { LIMITS } from '../../definition/limits.js';
import { directoryQuestions } from '../../interpreter/commands/people/directory.js';
import { type Answers, type Asked, NO_ANSWERS } from '../../interpreter/people/directory.js';
import type { ExecutionState } from '../../interpreter/state.js';
import type { Directory, DirectoryContext } from '../../ports/directory.js';
import type { ClaimedJob } from '../../ports/store/jobs.js';
import type { ApprovalStore } from '../../ports/store/store.js';
import type { Activity } from '../scheduling/activity.js';
import type { Pipeline } from '../commit/pipeline.js';
import type { DefinitionCache } from '../caches/definitions.js';
import type { StoreClock } from '../scheduling/store-clock.js';
import type { Work } from './job-runner.js';

interface AskerOptions {
  readonly store: ApprovalStore;
  readonly clock: StoreClock;
  readonly pipeline: Pipeline;
  readonly definitions: DefinitionCache;
  readonly directory: Directory | null;
  /** Counts the work of the engine; the time that the directory takes is counted apart. */
  readonly activity: Activity;
  readonly directoryActivity: Activity;
  readonly normalizeUserId: NormalizeUserId;
}

/** The time that all questions of an attempt may take. */
const ATTEMPT_MS = 30_000;

export class DirectoryAsker {
  private readonly options: AskerOptions;

  constructor(options: AskerOptions) {
    this.options = options;
  }

  /** Asks the directory for a step, and reports the answers under one claim. */
  async perform(claimed: ClaimedJob, work: Work): Promise<void> {
    const { job, token, attempt } = claimed;
    const { stepId } = job;
    const claim = { job, token, finishes: true };
    let answers = NO_ANSWERS;
    for (;;) {
      const asked = await this.ask(claimed, answers, work.stop.signal);
      if (asked === null) {
        await this.options.store.finishJobs([claim]);
        return;
      }
      if ('message' in asked) {
        const { message, retryable } = asked;
        const failed = { kind: 'directory-failed', stepId, attempt, message, retryable } as const;
        const outcome = await this.options.pipeline.submit(job, failed, claim);
        if (outcome.kind === 'refused') await this.options.store.finishJobs([claim]);
        return;
      }
      ({ answers } = asked);
      const found = { kind: 'reviewers-found', stepId, attempt, answers } as const;
      const outcome = await this.options.pipeline.submit(job, found, claim);
      if (outcome.kind === 'refused') await this.options.store.finishJobs([claim]);
      if (outcome.kind !== 'accepted' || outcome.result === 'found') return;
    }
  }

  /** Returns the directory's answers for an attempt; null when the step no longer waits. */
  private async ask(
    { job, attempt }: ClaimedJob,
    before: Answers,
    signal: AbortSignal,
  ): Promise<{ answers: Answers } | { message: string; retryable: boolean } | null> {
    const { pipeline, definitions, directory, normalizeUserId } = this.options;
    const state = await pipeline.load(job);
    if (state === null) return null;
    const { compiled } = await definitions.ofExecution(state);
    let answers = before;
    const questions = () =>
      directoryQuestions(compiled, state, { stepId: job.stepId, attempt, answers, normalizeUserId });
    let open = questions();
    if (open === null) return null;
    if (directory === null) {
      const message = 'this engine has no directory to ask for groups, roles and managers';
      return { message, retryable: false };
    }
    const limit = this.timeLimit(signal);
    try {
      const context = contextOf(state, job.stepId, limit.signal);
      while (open !== null && open.length > 0) {
        const more = await this.outside(open, directory, context);
        answers = withAnswers(answers, more);
        open = questions();
      }
      return { answers };
    } catch (error) {
      return { message: storableText(describeError(error), LIMITS.errorMessageLength), retryable: true };
    } finally {
      limit.forget();
    }
  }

  private async outside(
    asked: readonly Asked[],
    directory: Directory,
    context: DirectoryContext,
  ): Promise<readonly Answer[]> {
    const { activity, directoryActivity, normalizeUserId } = this.options;
    const answers = Promise.all(asked.map((it) => answerOf(directory, it, { context, normalizeUserId })));
    return directoryActivity.track(activity.pause(Promise.race([answers, timeIsUp(context.signal)])));
  }

  /** A signal that is aborted when the attempt has taken too long, too. */
  private timeLimit(signal: AbortSignal): { readonly signal: AbortSignal; readonly forget: () => void } {
    const { clock } = this.options;
    const controller = new AbortController();
    const stop = () => controller.abort(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    const cancel = clock.wakeAt(clock.now() + ATTEMPT_MS, () =>
      controller.abort(new Error(`the directory did not answer within ${ATTEMPT_MS} ms`)),
    );
    return {
      signal: controller.signal,
      forget: () => {
        cancel();
        signal.removeEventListener('abort', stop);
      },
    };
  }
}

const contextOf = (
  { workspaceId, organizationId, executionId }: ExecutionState,
  stepId: string,
  signal: AbortSignal,
): DirectoryContext => ({ workspaceId, organizationId, executionId, stepId, signal });

function timeIsUp(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

type Answer = { readonly asked: Asked; readonly said: JsonValue };

async function answerOf(
  directory: Directory,
  asked: Asked,
  {
    context,
    normalizeUserId,
  }: { readonly context: DirectoryContext; readonly normalizeUserId: NormalizeUserId },
): Promise<Answer> {
  switch (asked.ask) {
    case 'members': {
      const { kind, name } = asked;
      return {
        asked,
        said:
          checkedMembers(await directory.members({ kind, name }, context), asked)?.map(normalizeUserId) ??
          null,
      };
    }
    case 'manager': {
      const managerId = checkedManager(await directory.managerOf(asked.userId, context), asked.userId);
      return { asked, said: managerId === null ? null : normalizeUserId(managerId) };
    }
    case 'attribute': {
      const attributes: unknown = await directory.attributesOf(asked.userId, context);
      return { asked, said: attributeOf(attributes, asked.attribute) };
    }
  }
}

/** One extra member shows that the limit is exceeded. */
function checkedMembers(
  said: unknown,
  { kind, name }: { kind: string; name: string },
): readonly string[] | null {
  if (said === null || said === undefined) return null;
  if (!Array.isArray(said)) throw new Error(`the directory gave no list of the members of ${kind} "${name}"`);
  const members: readonly unknown[] = said.slice(0, LIMITS.people + 1);
  if (members.every(isUserId)) return members;
  throw new Error(`the directory gave a member of ${kind} "${name}" that is not a userId`);
}

function checkedManager(said: unknown, userId: string): string | null {
  if (said === null || said === undefined) return null;
  if (isUserId(said)) return said;
  throw new Error(`the directory gave a manager of "${userId}" that is not a userId`);
}

/** Only numbers matter. */
function attributeOf(said: unknown, attribute: string): JsonValue {
  if (typeof said !== 'object' || said === null || !Object.hasOwn(said, attribute)) return null;
  const value: unknown = Reflect.get(said, attribute);
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** Rejects ids that a store cannot hold: their commit would fail and be retried for ever. */
const isUserId = (it: unknown): it is string =>
  typeof it === 'string' && actorId.safeParse(it).success && textFault(it) === null;

/** Adds answers to further questions. */
function withAnswers(before: Answers, more: readonly Answer[]): Answers {
  const of = <K extends Asked['ask']>(kind: K) =>
    more.flatMap(({ asked, said }) =>
      asked.ask === kind ? [{ asked: asked as Extract<Asked, { ask: K }>, said }] : [],
    );
  return {
    members: [
      ...before.members,
      ...of('members').map(({ asked: { kind, name }, said }) => ({
        kind,
        name,
        userIds: said as readonly string[] | null,
      })),
    ],
    managers: [
      ...before.managers,
      ...of('manager').map(({ asked: { userId }, said }) => ({ userId, managerId: said as string | null })),
    ],
    attributes: [
      ...before.attributes,
      ...of('attribute').map(({ asked: { userId, attribute }, said }) => ({
        userId,
        attribute,
        value: said,
      })),
    ],
  };
}
