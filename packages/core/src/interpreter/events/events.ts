/** All events (contract section 11), merged from their families. */
import type { EndedStepStatus } from '../state.js';
import { groupEvents } from './groups.js';
import { peopleEvents } from './people.js';
import { peopleRecords } from './people-records.js';
import { runEvents } from './runs.js';
import { signalEvents } from './signals.js';
import { startEvents } from './starts.js';
import { stepResultEvents } from './step-results.js';

type Events = typeof startEvents &
  typeof peopleEvents &
  typeof peopleRecords &
  typeof stepResultEvents &
  typeof groupEvents &
  typeof runEvents &
  typeof signalEvents;

/** Entries of all events by type. A status of ended steps without an event does not compile. */
export const EVENTS: Events = {
  ...startEvents,
  ...peopleEvents,
  ...peopleRecords,
  ...stepResultEvents,
  ...groupEvents,
  ...runEvents,
  ...signalEvents,
} satisfies Readonly<Record<`step.${EndedStepStatus}`, unknown>>;
