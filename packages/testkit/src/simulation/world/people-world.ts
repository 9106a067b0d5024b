/** What a simulated world says of its people: a directory that fails, who starts runs, and when somebody is away. */
import type { Directory, JsonObject, StaticDirectoryData } from '@org/approval-core';
import { traitsOf } from '@org/approval-core/internal';
import { DIRECTORY } from '../people-actions.js';
import type { FaultPlan } from './faults.js';
import type { SeededRandom } from './random.js';
import type { Owner, Schedule } from './schedule.js';

const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 0, 1);

/** Absences that are in force all the time, by every clock of the world, and such as never are. */
export const WHOLE_WORLD = {
  now: { from: START - DAY_MS, until: START + DAY_MS },
  later: { from: START + 30 * DAY_MS, until: START + 31 * DAY_MS },
};

interface DirectoryParts {
  readonly schedule: Schedule;
  readonly faults: FaultPlan;
  readonly random: SeededRandom;
  /** What it says; what random definitions ask for by default. */
  readonly data: StaticDirectoryData | undefined;
}

/** The directory as one process sees it: it takes its time, and fails. */
export function worldDirectory({ schedule, faults, random, data }: DirectoryParts, owner: Owner): Directory {
  const answered = <T>(answer: T) =>
    new Promise<T>((resolve, reject) => {
      const answer_ = () => {
        if (faults.strikes('directory-failed')) reject(new Error('the directory failed'));
        else resolve(answer);
      };
      schedule.after(random.pick([0, 1, 300]), 'directory', answer_, owner);
    });
  return {
    members: ({ kind, name }) => {
      const given =
        data === undefined ? undefined : ((kind === 'group' ? data.groups : data.roles) ?? {})[name];
      const known = DIRECTORY.members.find((it) => it.kind === kind && it.name === name)?.userIds;
      return answered(given ?? known ?? null);
    },
    managerOf: (userId) => answered(DIRECTORY.managers.find((it) => it.userId === userId)?.managerId ?? null),
    attributesOf: () => answered(null),
  };
}

export const digestOf = (random: SeededRandom): string => `sha256:${String(random.below(3)).repeat(64)}`;

const VERBS = { allow: ['delegate', 'substitute', 'claim', 'add', 'retract', 'ask'], claimMs: 60_000 };

/** On half of the human nodes people may do whatever people may; on some the directory is asked as well. */
export function withVerbs(definition: JsonObject, random: SeededRandom): JsonObject {
  const nodes = (definition['nodes'] as unknown as readonly Node[]).map((node) => {
    if (traitsOf(node.type)?.decidedByPeople !== true || random.chance(0.5)) return node;
    const team = random.chance(0.3) ? [{ pool: { group: 'team' } }] : [];
    const config = { ...VERBS, ...node.config, reviewers: [...node.config.reviewers, ...team] };
    return { ...node, retry: { maximumAttempts: 3 }, config };
  });
  return { ...definition, nodes: nodes };
}

type Node = JsonObject & {
  readonly type: string;
  readonly config: JsonObject & { readonly reviewers: readonly JsonObject[] };
};

/** Who starts a run, who worked on what it is about, and what that is. */
export const partiesOfDispatch = (random: SeededRandom) => ({
  initiatorId: random.pick(['outsider', 'outsider', 'gus', 'dan']),
  ...(random.chance(0.2) && { contributorIds: ['lea'] }),
  ...(random.chance(0.1) && { enforceSeparation: true }),
  subject: { digest: digestOf(random) },
});
