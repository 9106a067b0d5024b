/** Bounds of the engine that are constants in the code: caches, reads and retries. */
import type { Inner } from './row.js';

export const ENGINE: Inner = {
  'core/src/calendar/cron.ts': {
    MOST_INSTANTS: ['instants of a schedule that are computed at once', 'items'],
  },
  'core/src/engine/jobs/calls/answer.ts': {
    HEADER_LENGTH: ['a header of a response to a webhook node, beyond which it is cut', 'characters'],
  },
  'core/src/engine/jobs/calls/authenticated.ts': {
    HOST_HEADERS: ['headers that the host gives for a call', 'items', 'webhook-secret-unreadable'],
  },
  'core/src/engine/jobs/calls/call-worker.ts': {
    CREDENTIALS_MS: ['the wait for credentials of the host', 'ms', 'webhook-unavailable'],
    PUT_OFF_MS: ['the postponement of a call whose receiver is busy', 'ms'],
  },
  'core/src/engine/commit/child-starter.ts': {
    MAX_ATTEMPTS: ['tries to start a child whose definition is replaced meanwhile', 'times', 'UNAVAILABLE'],
  },
  'core/src/engine/jobs/event-starter.ts': {
    LOOKS: ['tries to start an execution of an event whose definition is replaced meanwhile', 'times'],
  },
  'core/src/engine/jobs/schedule-worker.ts': {
    LOOKS: ['tries to start an execution of a schedule whose definition is replaced meanwhile', 'times'],
  },
  'core/src/engine/operations/addressing.ts': { NAMED: ['step ids that an error names', 'items'] },
  'core/src/engine/operations/triggers/fire.ts': {
    LOOKS: ['tries to fire a schedule whose definition is replaced meanwhile', 'times', 'UNAVAILABLE'],
  },
  'core/src/engine/triggers/due.ts': {
    MOST_PASSED: ['missed instants of a schedule that one look passes over', 'items'],
  },
  'core/src/engine/triggers/starting.ts': {
    MESSAGE_LENGTH: ['the last error of a schedule, beyond which it is cut', 'characters'],
    FIRST_DELAY_MS: ['the pause before a failed start is tried again, at first', 'ms'],
    LONGEST_DELAY_MS: ['that pause, later', 'ms'],
  },
  'core/src/interpreter/command.ts': { WAITING_NAMED: ['waiting steps that an error names', 'items'] },
  'core/src/interpreter/events/signals.ts': {
    KEYS_KEPT: ['keys of signals that an execution remembers', 'items'],
  },
  'core/src/texts/pattern.ts': { PATTERN_LENGTH: ['a text of a catalog', 'characters'] },
  'internal/src/turns.ts': {
    MOST_MS: ['the work of one turn of the event loop before what follows waits', 'ms'],
  },
  'core/src/engine/context.ts': { READS: ['reads of whole runs and of pages at once', 'items'] },
  'core/src/engine/options/options.ts': {
    DEFAULT_CACHED_STATE_BYTES: ['states that are kept at hand (an engine option)', 'bytes'],
  },
  'core/src/engine/caches/definitions.ts': {
    CACHED_VERSIONS: ['versions of definitions that are kept at hand', 'items'],
    CACHED_HEADS: ['names of definitions that are kept at hand', 'items'],
  },
  'core/src/engine/shapes/shared/caller.ts': {
    MAX_VISIBLE_IDS: ['ids of one kind of what a caller may see', 'items', 'UNAVAILABLE'],
  },
  'core/src/engine/commit/portions.ts': { FEW: ['runs that are read without a look at their size', 'items'] },
  'core/src/engine/commit/dispatcher.ts': {
    MAX_ATTEMPTS: ['tries of a dispatch whose definition is replaced meanwhile', 'times', 'UNAVAILABLE'],
  },
  'core/src/engine/commit/mailbox-queue.ts': {
    SHARED_FROM: ['executions asked for at once that are committed in two batches side by side', 'items'],
    MOST_COMMANDS: ['commands on one execution in one batch; the others are in the next', 'items'],
  },
  'core/src/engine/commit/pipeline.ts': {
    CONCLUDED_IN_A_TURN: [
      'changes of a batch whose callers get results in one turn of the event loop',
      'items',
    ],
    MAX_CONFLICTS: ['conflicts of a command in a row', 'times', 'UNAVAILABLE'],
  },
  'core/src/engine/commit/busy.ts': {
    LONGEST_MS: ['the wait for a run that another transaction has locked', 'ms', 'UNAVAILABLE'],
    LONGEST_DELAY_MS: ['the pause between two tries of it', 'ms'],
  },
  'core/src/engine/operations/definitions/ensure.ts': {
    MAX_ENSURES: ['tries of definitions/ensure', 'times', 'UNAVAILABLE'],
  },
  'core/src/engine/operations/ensure.ts': {
    EDGES_PER_STEP: ['edges that are compared in one step', 'items'],
  },
  'core/src/lint/model.ts': { EDGES_PER_STEP: ['conditions that are looked at in one step', 'items'] },
  'core/src/lint/read.ts': { ITEMS_PER_STEP: ['items of a list that are looked at in one step', 'items'] },
  'core/src/engine/operations/listing.ts': {
    MOST_PASSED: ['items that a page passes over before it ends short', 'items'],
  },
  'core/src/engine/operations/links/create.ts': {
    LONGEST_MS: ['the life of a decision link', 'ms', 'invalid-field'],
    MAX_LIVE: ['decision links of a place that hold at once', 'items', 'limit-reached'],
  },
  'core/src/engine/links/tokens.ts': { FORM_TOKEN_MS: ['the life of the form on the page of a link', 'ms'] },
  'core/src/engine/links/messages.ts': {
    SUBJECT_LENGTH: ['the subject of a message with links', 'characters'],
    TEXT_LENGTH: ['a text of such a message', 'characters'],
    MESSAGE_FACTS: ['facts of such a message', 'items'],
    FACT_LENGTH: ['a fact of such a message in Slack and Teams, beyond which it is cut', 'characters'],
  },
  'core/src/engine/caches/absences.ts': {
    AT_ONCE: ['people whose absences are read at once', 'items'],
    MOST_ABSENT: ['absent people of one substitute', 'items'],
  },
  'core/src/interpreter/commands/people/revise.ts': {
    KEYS_KEPT: ['keys of revisions that a run remembers, the newest ones', 'items'],
  },
  'core/src/interpreter/people/substitutes.ts': {
    MAX_LINKS: ['substitutes of substitutes', 'levels'],
  },
  'core/src/interpreter/step-id.ts': {
    MAX_LENGTH: ['a stepId; what would be longer ends in a digest', 'characters'],
  },
  'core/src/ports/store/absences.ts': {
    MOST_IN_FORCE: ['absences in force that are read at once', 'items'],
  },
  'core/src/memory/store.ts': {
    FOLLOWING: ['deliveries that are claimed with the first, in memory', 'items'],
  },
  'core/src/calendar/working-time.ts': {
    DUE_WITHIN_MS: ['how far ahead working time is looked for (five years)', 'ms', 'calendar-unknown'],
    KEPT_DAYS: ['days of a calendar that are kept', 'items'],
  },
  'core/src/expression/includes.ts': {
    SHORT: ['a needle that is looked for without counting', 'characters'],
  },
  'core/src/definition/nearest.ts': {
    LONGEST: ['a name that is compared with known ones, for "did you mean"', 'characters'],
    MOST_NAMES: ['known names that it is compared with', 'items'],
  },
  'core/src/input/formats.ts': { TIME_LENGTH: ['a date-time of an inputSchema', 'characters'] },
  'core/src/engine/shapes/shared/calendars.ts': {
    INTERVALS_PER_DAY: ['intervals of working hours of a weekday', 'items'],
    MOST_HOLIDAYS: ['holidays of a calendar', 'items'],
    NAME_LENGTH: ['the name of a calendar', 'characters'],
    MOST_CALENDARS: ['calendars of an engine', 'items'],
  },
  'core/src/definition/bytes.ts': { LARGE: ['what is counted anew each time', 'bytes'] },

  'core/src/engine/reading/wait.ts': {
    FIRST_POLL_MS: ['how long executions/wait does not look, at first', 'ms'],
    LONGEST_POLL_MS: ['how long it does not look, later', 'ms'],
  },
  'core/src/engine/feed/read.ts': {
    SCAN: ['entries that one read of a filtered feed looks at', 'items'],
    SCANS: ['such reads for one page; then it ends, however short', 'times'],
    SLICE: ['events of a page that are read at once', 'items'],
  },
  'core/src/engine/feed/watch.ts': {
    POLL_MS: ['how long a stream may not see what another process committed', 'ms'],
    KEPT: ['events that a process keeps for its streams', 'items'],
    PAGE: ['events that it reads at once', 'items'],
  },
  'core/src/engine/reading/follow.ts': { PAGE: ['events that a subscription reads at once', 'items'] },
  'core/src/engine/errors.ts': {
    ERROR_LENGTH: ['the error that is kept of a delivery or of a subscription', 'characters'],
  },
  'core/src/engine/reading/subscription.ts': {
    POLL_MS: ['how long a subscription may not see what another process committed', 'ms'],
    FIRST_RETRY_MS: ['the pause after the first failure of a subscription', 'ms'],
    LONGEST_RETRY_MS: ['the pause after many of them', 'ms'],
    MAX_LAG: ['how far behind a subscription is counted', 'items'],
  },
  'core/src/engine/scheduling/reminder.ts': {
    EVERY_MS: ['the pause between two log lines of a lasting fault', 'ms'],
  },

  'core/src/engine/jobs/calls/notifier.ts': {
    CHANNEL_MS: ['an attempt of a channel', 'ms', 'notification-failed'],
  },
  'core/src/engine/jobs/workers.ts': {
    DIRECTORY_CONCURRENCY: ['steps whose people are asked of the directory at once', 'items'],
    CHILD_CONCURRENCY: ['runs of subflow nodes that start or end at once', 'items'],
    TRIGGER_CONCURRENCY: ['executions of schedules, and those of events, that start at once', 'items'],
    TIMER_CONCURRENCY: ['deadlines that are handled at once', 'items'],
  },
  'core/src/engine/jobs/job-runner.ts': {
    MANY_JOBS: ['new jobs of a commit that are claimed without a rest', 'items'],
  },
  'core/src/engine/jobs/directory-asker.ts': {
    ATTEMPT_MS: ['the questions of one attempt to the directory', 'ms'],
  },
  'core/src/engine/jobs/abandoned-calls.ts': {
    HEED_SIGNAL_MS: ['time that a call may ignore its signal before a warning', 'ms'],
  },
  'core/src/directory/scim-directory.ts': { AT_ONCE: ['SCIM users that are requested at once', 'items'] },
  'core/src/engine/jobs/delivery-worker.ts': {
    LONGEST_RETRY_AFTER_MS: ['pause that a receiver can request with Retry-After', 'ms'],
    GOES_ON_MS: ['how long one claim goes on to the next delivery', 'ms'],
    AT_ONCE: ['batches of results, and of claims to load, under way at once', 'items'],
    PUT_OFF_MS: ['how long a claim is put off at most, of a workspace that has its share', 'ms'],
  },
  'core/src/engine/jobs/receiver-limits.ts': {
    QUICK_MS: ['an answer of a receiver for which runs are claimed ahead', 'ms'],
    SLOW_MS: ['an answer of a receiver for which no more are claimed ahead', 'ms'],
    SHARES: ['parts of `webhooks.concurrency`; a workspace has one, where there are several', 'items'],
    MOVING: ['of so many places of a workspace one must not hang, or its claims are put off', 'items'],
    AHEAD: ['claims for a receiver that answers at once, for each of `webhooks.perReceiver`', 'items'],
    AHEAD_OF_ALL: ['claims of deliveries, for each of `webhooks.concurrency`', 'items'],
    FAILURES_IN_A_ROW: ['failures in a row of a receiver before it has one place only', 'times'],
    REMEMBERED: ['receivers whose failures are remembered', 'items'],
  },
  'core/src/engine/jobs/refusals.ts': {
    FIRST_MS: ['the pause after a job that was refused', 'ms'],
    LONGEST_MS: ['the pause after many times', 'ms'],
    REMEMBERED: ['jobs whose refusals are remembered', 'items'],
  },
  'core/src/engine/scheduling/store-clock.ts': {
    GOOD_FOR_MS: ["how long a look at the store's clock is good for", 'ms'],
    SET_BY_MS: ['a jump of the own clock after which it is looked at again', 'ms'],
    LONGEST_LOOK_MS: ['a look at it that still counts', 'ms'],
  },
  'core/src/engine/observing/store-health.ts': {
    GOOD_FOR_MS: ['how long one look answers all who ask for health', 'ms'],
    ANSWER_MS: ['the answer of a store that is well', 'ms', '503'],
    LOST_AFTER_MS: ['a look that may still come back', 'ms'],
    WORKSPACES: ['workspaces whose last look is kept', 'items'],
  },
  'core/src/ports/store/jobs.ts': { LIVE_CLAIMS: ['listed jobs under a lease', 'items'] },
  'core/src/ports/store/health.ts': {
    HEALTH_COUNT: ['how far anything is counted for health', 'items'],
    HEALTH_FEEDS: ['subscriptions that health tells of', 'items'],
  },
  'core/src/engine/doctor/doctor.ts': {
    RUNS_AT_ONCE: ['runs that the doctor reads at once', 'items'],
    LOOKS: ['looks of the doctor at a run that changes', 'times'],
  },
  'core/src/engine/shapes/doctor/request.ts': {
    DEFAULT_RUNS: ['runs that one call of the doctor looks at', 'items'],
    MOST_RUNS: ['runs that it may be asked for', 'items'],
  },
  'core/src/engine/doctor/read-run.ts': {
    MOST_EVENTS: ['events of a run that the doctor checks', 'items'],
    EVENTS_AT_ONCE: ['events that it reads at once', 'items'],
    DELIVERIES_AT_ONCE: ['deliveries that it reads at once', 'items'],
  },
  'core/src/engine/doctor/report.ts': {
    FINDINGS_PER_RUN: ['findings of a run that it tells', 'items'],
    ENOUGH_FINDINGS: ['findings with which a call ends', 'items'],
    MESSAGE_LENGTH: ['a message of it', 'characters'],
  },
  'core/src/engine/explain/simulate.ts': { MOST_COMMANDS: ['commands of a run that is tried out', 'times'] },
  'core/src/engine/secrets/definition-secrets.ts': {
    ROTATION_OVERLAP_MS: ['how long a secret that was replaced signs along', 'ms'],
  },
  'core/src/engine/secrets/secret-service.ts': {
    PAGE: ['secrets that are sealed anew at once', 'items'],
    OWNERS_TOLD: ['listed owners of secrets that cannot be opened', 'items'],
  },
  'core/src/engine/typed/standard-schema.ts': { MOST_ISSUES: ['listed issues of a schema', 'items'] },
  'internal/src/duration.ts': { LONGEST: ['a duration as text', 'characters'] },
  'core/src/engine/webhooks/check.ts': {
    HOST_LENGTH: ['the name of a host', 'characters', 'invalid-field'],
  },
  'core/src/directory/scim-client.ts': {
    MOST_BYTES: ['one response of a SCIM endpoint', 'bytes'],
    LONGEST_DELAY_MS: ['the pause that it may ask for', 'ms'],
  },
};
