/** Bounds of the packages beside the engine that are constants in the code. */
import type { Inner } from './row.js';

export const BESIDE: Inner = {
  'internal/src/shown.ts': { ROW_FACTS: ['facts of a row, and default facts of an execution', 'items'] },
  'agents/src/adapters/claude.ts': {
    UNDER_WAY: ['calls under way whose outcome is awaited', 'items'],
    TIMEOUT_SLACK_S: ['how long before its time a hook answers', 's'],
  },
  'agents/src/adapters/permitted.ts': { WAIT_MS: ['the wait of one look of an adapter', 'ms'] },
  'agents/src/adapters/words.ts': { ERROR_CHARACTERS: ['the error of an outcome', 'characters'] },
  'agents/src/gate/amend.ts': {
    LAST_LINES: ['entries of a history that are kept free of amendments', 'items', 'limit-reached'],
  },
  'agents/src/gate/ask.ts': {
    MAX_ROUNDS: ['tries of a question that others ask too', 'times', 'UNAVAILABLE'],
  },
  'agents/src/gate/redeem.ts': { MAX_ROUNDS: ['tries of a redemption', 'times', 'UNAVAILABLE'] },
  'agents/src/gate/settle.ts': {
    MAX_ROUNDS: ['tries to settle a permit', 'times', 'UNAVAILABLE'],
    AMENDING_MS: ['an amendment under way', 'ms'],
  },
  'agents/src/gate/listing.ts': { SLICE: ['permits or grants of a listing that are read at once', 'items'] },
  'agents/src/gate/grant-match.ts': {
    GRANTS_PER_TURN: ['standing grants that a call is compared with in one turn', 'items'],
  },
  'agents/src/gate/gate.ts': { SWEEP_MS: ['the pause between two looks at what is due', 'ms'] },
  'agents/src/gate/sweep.ts': {
    BATCH: ['permits of one portion of such a look', 'items'],
    MAX_BATCHES: ['portions of one look', 'times'],
  },
  'agents/src/gate/runs.ts': { MAX_CHECKED: ['definitions whose check is kept', 'items'] },
  'agents/src/gate/waiting.ts': {
    FIRST_LOOK_MS: ['how long a wait does not look, at first', 'ms'],
    LAST_LOOK_MS: ['how long it does not look, later', 'ms'],
    MAX_WATCHED: ['runs that are watched', 'items'],
  },

  'core/src/engine/operations/record/bundle.ts': {
    EVENTS_PER_READ: ['events that an export reads at once', 'items'],
  },
  'core/src/engine/operations/record/record.ts': {
    MAX_RUNS: ['executions of a bundle', 'items', 'INVALID_ARGUMENT'],
  },
  'core/src/record/canonical.ts': {
    MAX_DEPTH: ['nesting of a text that is verified', 'levels', 'MALFORMED'],
  },
  'core/src/record/checkpoint.ts': { MAX_HASHES: ['hashes of a proof', 'items', 'MALFORMED'] },
  'core/src/record/note.ts': { MAX_SIGNATURES: ['signatures of a note', 'items', 'MALFORMED'] },
  'record/src/bundle/bounds.ts': {
    MAX_BYTES: ['a bundle', 'bytes', 'MALFORMED'],
    MAX_LINES: ['lines of a bundle', 'items', 'MALFORMED'],
    MAX_LINE_BYTES: ['a line of a bundle', 'bytes', 'MALFORMED'],
    MAX_LEAVES: ['leaves of a bundle', 'items', 'MALFORMED'],
    LEAVES_PER_LINE: ['leaves in a line of a bundle', 'items', 'MALFORMED'],
    MAX_DEFINITIONS: ['versions of definitions in a bundle', 'items', 'MALFORMED'],
    MAX_RUNS: ['executions that are verified', 'items', 'MALFORMED'],
  },
  'record/src/report/words.ts': { MOST: ['a text in a report of a verification', 'characters'] },
  'record/src/report/text-report.ts': { MOST: ['findings in such a report', 'items'] },
  'record/src/report/html-report.ts': { MOST: ['findings and executions on the page', 'items'] },
  'record/src/verify/decisions.ts': { MAX_DECISIONS: ['decisions of an execution in a result', 'items'] },
  'record/src/verify/run.ts': { MAX_PROOFS: ['proofs of an execution that are compared', 'items'] },
  'record/src/verify/trust.ts': {
    MAX_FORGED: ['signatures that are tried after they failed', 'items'],
    MAX_REMEMBERED: ['checkpoints whose signatures are remembered', 'items'],
  },
  'record/src/verify/verdict.ts': { MAX_FINDINGS: ['findings in a result', 'items'] },
  'record/src/verify/verify.ts': {
    MAX_LISTED: ['executions in a result', 'items'],
    MAX_DECISIONS: ['decisions in a result', 'items'],
  },

  'internal/src/http/body-reader.ts': {
    DRAINED_BYTES: ['bytes beyond the limit that are read and dropped, so that the 413 arrives', 'bytes'],
  },
  'internal/src/http/node.ts': { TEXT_LENGTH: ['an answer that is sent as text', 'characters'] },
  'internal/src/http/byte-budget.ts': {
    FREE_BYTES: ['bytes of each body that do not count as held', 'bytes'],
    STALLED_MS: ['the pause within a large body when others need its room', 'ms', '503'],
  },
  'http/src/auth/tokens.ts': {
    DEFAULT_TTL_SECONDS: ['the life of a token, unless it is said', 's'],
    MAX_TTL_SECONDS: ['the life of a token', 's'],
    LEEWAY_SECONDS: ['how far two clocks may be apart', 's', '401'],
  },
  'http/src/auth/authenticator.ts': { REMEMBERED: ['API keys that are kept at hand', 'items'] },
  'http/src/handler.ts': {
    RECHECK_MS: ['how long a stream goes on before its token is looked at again', 'ms'],
  },
  'http/src/health.ts': { IDENTIFY_MS: ['how long /health looks for who asks; then it is anybody', 'ms'] },
  'http/src/pages/calls.ts': {
    RECHECK_MS: ['how long a page is live before its reader is looked at again', 'ms'],
  },
  'http/src/pages/inbox.ts': {
    PAGE_SIZE: ['rows of a page of the inbox', 'items'],
    FACTS: ['facts of a row', 'items'],
  },
  'http/src/pages/script.ts': {
    REFRESH_MS: ['when an open page is read again without an event', 'ms'],
    RETRY_MS: ['when a page opens its stream again, doubling', 'ms'],
  },
  'http/src/pages/site.ts': { MOST_COLLEAGUES: ['users that a form offers', 'items'] },
  'http/src/permits/separation.ts': { KNOWN_RUNS: ['runs whose parties are kept', 'items'] },
  'http/src/slack/replace.ts': { MOST_BLOCKS: ["blocks of Slack's message in its place", 'items'] },
  'http/src/result-text.ts': {
    SMALL: ['text of an answer that is made at once, roughly', 'characters'],
    PER_TURN: ['text of an answer that is made in one turn', 'characters'],
    READS: ['large answers that are read at once', 'items'],
    LARGE_AT_ONCE: ['large texts that are made at once', 'items'],
  },
  'http/src/stream/stream.ts': {
    HEARTBEAT_MS: ['how long a stream says nothing', 'ms'],
    RETRY_AFTER_S: ['when to come again for a stream', 's'],
    STALLED_MS: ['how long a reader may take nothing from a full stream', 'ms'],
  },
  'client/src/body.ts': { MAX_DEPTH: ['what is sent', 'levels'] },
  'client/src/answer.ts': {
    SHOWN_CHARACTERS: ['of an answer that is not understood, in the error', 'characters'],
  },
  'cli/src/files/given.ts': { MOST_FILES: ['definitions that a folder or a pattern names', 'items'] },
  'comments/src/store/applied.ts': {
    MOST_WRITE_IDS: ['writes of a thread that are recognized when repeated', 'items'],
  },
  'comments/src/mail/signature.ts': {
    TOLERANCE_MS: ['age of a signed webhook', 'ms'],
    MOST_SECRETS: ['secrets that a signature is checked with', 'items'],
    MOST_SIGNATURES: ['signatures of one webhook that are read', 'items'],
    MOST_BYTES: ['body of a signed webhook', 'bytes'],
  },
  'comments/src/mail/payload.ts': { MOST_CHARACTERS: ['body of a comment webhook', 'characters'] },
  'comments/src/server/accounts.ts': { MOST_ASKED: ['users whose names are requested at once', 'items'] },
  'webhooks/src/sending/retry-after.ts': { LONGEST_MS: ['pause that Retry-After can request', 'ms'] },
  'client/src/stream.ts': { SILENT_MS: ['how long a stream may say nothing', 'ms'] },
  'client/react/src/provider.ts': {
    POLL_MS: ['interval of polling without a stream', 'ms'],
  },
  'client/react/src/live-store.ts': {
    FIRST_READ_MS: ['how long the hooks wait for the first stream before they read without it', 'ms'],
    GATHER_MS: ['events that are answered by one read', 'ms'],
    LINGER_MS: ['how long a stream outlives its last component', 'ms'],
  },

  'webhooks/src/sending/call.ts': {
    URL_LENGTH: ['a rendered URL of a webhook node', 'characters', 'webhook-request-invalid'],
  },
  'webhooks/src/sending/send.ts': { TIMEOUT_MS: ['the response of a receiver', 'ms'] },
  'webhooks/src/sending/exchange.ts': {
    MAX_HEADER_BYTES: ['the headers of its response', 'bytes'],
    MAX_BODY_BYTES: ['the body of its response', 'bytes'],
  },
  'webhooks/src/channels/post.ts': {
    TIMEOUT_MS: ['the response to a post of a channel', 'ms'],
    MAX_BYTES: ['the read response to a post of a channel', 'bytes'],
  },
  'internal/src/mail.ts': {
    LONGEST_LINE: ['the subject of a mail, and a name in it', 'characters'],
    LONGEST_ID: ['an id in a Message-ID, beyond which it is cut', 'characters'],
  },
  'internal/src/mail-ledger.ts': {
    MOST_KEPT: ['mails that a process remembers to have sent', 'items'],
  },
  'webhooks/src/receiving/receive.ts': { MAX_BODY_BYTES: ['an event that a receiver takes', 'bytes', '413'] },
  'webhooks/src/signing/scheme.ts': { DEFAULT_TOLERANCE_MS: ['the age of a signature, either way', 'ms'] },
  'webhooks/src/secret.ts': {
    MIN_LENGTH: ['a secret, at least', 'characters'],
    MAX_LENGTH: ['a secret', 'characters'],
  },
  'webhooks/src/address/check-url.ts': { MAX_LENGTH: ['a URL', 'characters', 'url-too-long'] },

  'comments/src/bridge/comment-id.ts': {
    MOST_IDS: ['ids that are tried for the comment of a step', 'items', 'StepNotPostedError'],
  },
  'comments/src/client/attachments.ts': { MOST_NAME: ['the name of an attachment', 'characters'] },
  'comments/src/client/providers.ts': { MAX_ATTACHMENT_BYTES: ['an attachment', 'bytes'] },
  'comments/src/client/delete-thread.ts': {
    ATTEMPTS: ['announcements of a deletion without an answer', 'times'],
  },
  'comments/src/client/last-list.ts': { MOST_PARTS: ['digests of a list', 'items'] },
  'comments/src/store/said.ts': { MOST_SAYERS: ['adds of the same text that are kept apart', 'items'] },
  'comments/src/store/apply-change.ts': { MOST_BEYOND: ['later revisions kept for a missing one', 'items'] },
  'comments/src/client/people.ts': { MOST_USERS: ['people of one request', 'items'] },
  'comments/src/client/lists.ts': { MOST_DOCUMENTS: ['documents of one request', 'items'] },
  'comments/src/client/records.ts': { MOST_RECORDS: ['records of one request', 'items'] },
  'comments/src/client/reconcile.ts': { PAGE: ['threads that are compared at once', 'items'] },
  'comments/src/errors.ts': { MOST_DETAIL: ['the reason that a side gave', 'characters'] },
  'comments/src/http/form-body.ts': { MOST_HEADERS: ['headers of a part of an upload', 'bytes'] },
  'comments/src/mail/compose.ts': { MOST_FILES: ['files of a comment that a mail names', 'items'] },
  'comments/src/mail/recipients.ts': {
    MOST_MENTIONS: ['people that a comment names who get a mail', 'items'],
  },
  'comments/src/mail/text.ts': {
    MOST_WORDS: ['words of a comment that a mail quotes', 'characters'],
    MOST_HTML: ['the HTML of a comment whose words a mail quotes', 'characters'],
  },
  'comments/src/provider/loader.ts': {
    MOST_THREADS: ['threads of one request', 'items'],
    MOST_FAILURES: ['reads that fail in a row, before no piece is halved any more', 'times'],
    REQUESTS_AT_ONCE: ['requests to a provider at once', 'items'],
  },
  'comments/src/provider/progress.ts': { MOST_EMPTY_PAGES: ['pages in a row without anything new', 'items'] },
  'comments/src/provider/register.ts': { DEFAULT_TIMEOUT_MS: ['the answer of a provider', 'ms'] },
  'comments/src/store/annotation-store.ts': { MOST_CONFLICTS: ['conflicts of a write in a row', 'times'] },

  'store-sql/src/connect.ts': { MAX_CONNECTIONS: ['connections of a pool', 'items'] },
  'store-sql/src/sql/retry.ts': {
    RETRY_FOR_MS: ['tries of a transaction that lost', 'ms'],
    LONGEST_DELAY_MS: ['the pause between two of them', 'ms'],
  },
  'store-sql/src/sql/user-key.ts': {
    ID_BYTES: ['an id that is a key as it is; what is longer, by its digest', 'bytes'],
  },
  'store-sql/src/store/jobs/queue-scans.ts': {
    LONG_MS: ['how much longer than a short look one must be, so that looks rest', 'ms'],
    REST: ['of that time, until the next look from the beginning', 'times'],
    LONGEST_REST_MS: ['the time between two looks from the beginning', 'ms'],
    MARGIN_MS: ['how far in the past a short look begins', 'ms'],
    QUEUES: ['receivers without jobs that short looks go on to look at', 'items'],
  },
  'store-sql/src/store/commit/host-commit.ts': {
    HOST_COMMIT_MS: ["the host's part of a commit", 'ms'],
    FEW: ['refusals of the host in a batch that are tried without, from the start', 'items'],
    SIDE_BY_SIDE: ['changes that are committed side by side once the host has hung in their batch', 'items'],
  },
  'store-sql/src/store/jobs/deliveries.ts': {
    AT_ONCE: ['deliveries of a run that are claimed at once', 'items'],
  },
  'store-sql/src/store/read/events.ts': {
    PORTION: ['rows of the log of commits that are read at once', 'items'],
  },
  'store-sql/src/store/rows/commits.ts': {
    LARGEST_TEXT: [
      'events of a commit that are stored in one row; a larger event has a separate row',
      'characters',
    ],
  },
  'store-sql/src/store/rows/feed.ts': {
    EVENTS_OF_ROW: ['events of a commit that are one row of the feed; more are further rows', 'items'],
  },
  'store-sql/src/store/feed/positions.ts': {
    BATCH: ['rows of the feed that get positions in one transaction', 'items'],
  },
  'store-sql/src/store/feed/retention.ts': {
    BATCH: ['entries that are deleted in one transaction', 'items'],
  },
  'store-sql/src/store/retention.ts': { BATCH: ['runs that are deleted in one transaction', 'items'] },
  'store-sql/src/store/read/inboxes.ts': {
    MOST_IN_A_UNION: ['inboxes that one union reads; more are unions of unions', 'items'],
  },
  'store-sql/src/store/commit/procedure-call.ts': {
    LARGEST_CALL: ['a commit by a procedure', 'characters'],
    MOST_CHANGES: ['changes of it', 'items'],
  },
  'store-sql/src/permits/permit-store.ts': {
    GRANTS_PER_TURN: ['standing grants that are read from their text in one turn', 'items'],
  },
  'store-sql/src/dialects/portable.ts': { MOST_PLACES: ['texts of statements that are kept', 'items'] },
  'store-sql/src/drivers/sqlite-threaded.ts': {
    MOST_SCRIPTS: ['batches that one commit of SQLite takes', 'items'],
  },
  'store-sql/src/store/commit/by-script.ts': {
    MOST_CELLS: ['values of a batch that goes to the thread of SQLite at once', 'items'],
  },
  'store-sql/src/dialects/shared-cells.ts': {
    FEWEST_ROWS: ['rows whose common values SQLite is given once', 'items'],
    MOST_TEXTS: ['texts of their statements that are kept', 'items'],
  },
  'store-sql/src/dialects/sqlite.ts': { MAX_ROWS: ['rows of a statement on SQLite', 'items'] },
  'store-sql/src/dialects/mysql.ts': {
    MAX_ROWS: ['rows of a statement on MySQL', 'items'],
    MAX_LENGTH: ['a statement on MySQL', 'characters'],
  },
  'store-sql/src/drivers/packet-room.ts': {
    SAFE_BYTES: ['a packet for a MySQL that does not say what it takes', 'bytes'],
  },
  'store-sql/src/drivers/sqlite.ts': {
    BUSY_TIMEOUT_MS: ['time that SQLite blocks the process during writes of others', 'ms'],
    MOST_MS: ['statements of a transaction in one turn', 'ms'],
    MOST_STATEMENTS: ['prepared statements that a connection of SQLite keeps, in a thread as well', 'items'],
  },
  'store-sql/src/databases/mysql.ts': { LOCK_WAIT_S: ['the wait for another migration', 's'] },

  'core/otel/src/metrics.ts': { MOST_AGENTS: ['agents with separate metrics', 'items'] },
  'core/otel/src/traces.ts': { MOST_LINKS: ['links of a span', 'items'] },
  'core/otel/src/health-metrics.ts': {
    LOOK_MS: ['interval at which the metrics provider is checked', 'ms'],
    MOST: ['workspaces with health metrics', 'items'],
    MOST_FEEDS: ['subscriptions of a workspace with metrics', 'items'],
  },

  'draw/src/graph/json.ts': { MOST: ['items of a list of a definition that are drawn', 'items'] },
  'draw/src/layout/arrows.ts': { CROSSED_LAYERS: ['layers that all arrows together cross', 'items'] },
  'draw/src/render/svg.ts': { BEHIND: ['earlier iterations that are seen', 'items'] },
  'draw/src/text/clip.ts': {
    LOOKED_AT: ['a text that is looked at', 'characters'],
    PER_CHARACTER: ['code units of one visible character', 'items'],
  },
  'draw/src/text/condition.ts': {
    DEPTH: ['a condition that is shown', 'levels'],
    OPERANDS: ['operands of it', 'items'],
  },
  'inspector/src/live.ts': {
    LIFE_MS: ['a stream of a page', 'ms'],
    RETRY_MS: ['when a page asks again', 'ms'],
    MOST: ['streams of pages', 'items'],
    MOST_OF_WORKSPACE: ['those of a workspace', 'items'],
    MOST_OF_VISITOR: ['those of a visitor', 'items'],
  },
  'inspector/src/data/moment.ts': {
    PAGE: ['events that are read at once', 'items'],
    AROUND: ['events that are shown around a moment', 'items'],
    MOST: ['events of a run that are read', 'items'],
  },
  'inspector/src/data/complete.ts': { MOST: ['what a field offers', 'items'] },
  'inspector/src/html/follows.ts': { NAMED: ['names that are written out', 'items'] },
  'inspector/src/html/format.ts': {
    LONGEST: ['a value on a page', 'characters'],
    LONGEST_INDENTED: ['what a run is about, indented', 'characters'],
  },
  'inspector/src/pages/definitions.ts': {
    COUNTED: ['runs of a definition that are counted', 'items'],
    LISTED: ['versions that are listed', 'items'],
  },
  'inspector/src/pages/operations.ts': {
    CLAIMS_SHOWN: ['leases that are shown one by one', 'items'],
    HOURS: ['hours that are looked back', 'items'],
    MOST: ['how far anything is counted', 'items'],
  },
  'inspector/src/pages/playground/simulation.ts': { MOST: ['answers in the playground', 'items'] },
  'inspector/src/pages/run/run.ts': { SHOWN: ['steps of a run that are listed', 'items'] },
  'inspector/src/pages/run/waits.ts': { SHOWN: ['waits that are listed', 'items'] },
  'inspector/src/pages/runs/counts.ts': { MOST: ['how far runs are counted', 'items'] },
  'cli/src/files/read.ts': { MAX_BYTES: ['a file', 'bytes'] },
  'cli/src/dev/folder.ts': {
    MOST_FILES: ['files of a folder of definitions', 'items'],
    SETTLED_MS: ['how long a file has to rest before it is read', 'ms'],
  },
  'cli/src/dev/approvals.ts': { MOST_USERS: ['users that are offered', 'items'] },
  'cli/src/dev/mails.ts': { KEPT: ['mails that are kept', 'items'] },
  'cli/src/commands/doctor.ts': { KEPT: ['runs that are listed of a kind', 'items'] },
  'cli/src/bin.ts': { GRACE_MS: ['how long a command that was stopped may go on', 'ms'] },
  'internal/src/made-up.ts': { MEMBERS: ['people that a simulation puts into each group and role', 'items'] },
  'cli/src/commands/tail.ts': { PAUSE_MS: ['the pause between two looks', 'ms'] },
  'cli/src/files/locate.ts': {
    AROUND: ['lines around a fault', 'items'],
    WIDEST: ['a line of them', 'characters'],
  },
  'internal/src/clock.ts': { LONGEST_SLEEP_MS: ['one sleep of a timer', 'ms'] },
};
