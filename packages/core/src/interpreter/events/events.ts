/** Every event that there is (contract section 11): the families put together. */
import type { EndedStepStatus } from '../state.js';
import { groupEvents } from './groups.js';
import { peopleEvents } from './people.js';
import { peopleRecords } from './people-records.js';
import { runEvents } from './runs.js';
import { startEvents } from './starts.js';
import { stepResultEvents } from './step-results.js';

type Events = typeof startEvents &
  typeof peopleEvents &
  typeof peopleRecords &
  typeof stepResultEvents &
  typeof groupEvents &
  typeof runEvents;

/** The entry of every event, by its type. A status of ended steps that no event gives does not compile. */
export const EVENTS: Events = {
  ...startEvents,
  ...peopleEvents,
  ...peopleRecords,
  ...stepResultEvents,
  ...groupEvents,
  ...runEvents,
} satisfies Readonly<Record<`step.${EndedStepStatus}`, unknown>>;
