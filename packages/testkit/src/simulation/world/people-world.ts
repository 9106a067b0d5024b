/** People of a simulated world: a failing directory, initiators, and absences. */
import type { Directory, JsonObject, StaticDirectoryData } from '@org/approval-core';
import { traitsOf } from '@org/approval-core/internal';
import { DIRECTORY } from '../people-actions.js';
import type { FaultPlan } from './faults.js';
import type { SeededRandom } from './random.js';
import type { Owner, Schedule } from './schedule.js';

const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 0, 1);

/** Absences that are always in force, by every clock of the world, and absences that never are. */
export const WHOLE_WORLD = {
  now: { from: START - DAY_MS, until: START + DAY_MS },
  later: { from: START + 30 * DAY_MS, until: START + 31 * DAY_MS },
};

interface DirectoryParts {
  readonly schedule: Schedule;
  readonly faults: FaultPlan;
  readonly random: SeededRandom;
  /** Data of the directory; by default that of random definitions. */
  readonly data: StaticDirectoryData | undefined;
}

/** The directory as one process sees it: slow, and failing. */
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

/** Allows every people operation on half of the human nodes; some also ask the directory. */
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

/** Initiator, contributors and subject of a dispatch. */
export const partiesOfDispatch = (random: SeededRandom) => ({
  initiatorId: random.pick(['outsider', 'outsider', 'gus', 'dan']),
  ...(random.chance(0.2) && { contributorIds: ['lea'] }),
  ...(random.chance(0.1) && { enforceSeparation: true }),
  subject: { digest: digestOf(random) },
});
