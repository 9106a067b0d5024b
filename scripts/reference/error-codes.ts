/** Meanings of error codes, for the page of errors. `error-codes.test.ts` compares the sources. */
type Codes = Readonly<Record<string, string>>;

/** `details.code` of a refusal. */
export const REFUSAL_CODES: Codes = {
  'abstain-not-allowed': 'The node does not allow abstaining; set `allowAbstain`, or decide.',
  'already-asked': 'The person already has a place on the step.',
  'answered-already': 'The place has decided already; retract the decision first, if the node allows it.',
  'calendar-unknown': 'A node uses a calendar that is not in the option `calendars` of the engine.',
  claimed: 'Another reviewer has claimed this decision of the pool; see `details.claimedBy`.',
  'contributor-not-caller': 'Only `executions:dispatch-any` may name contributors other than the caller.',
  'cross-origin': 'Another site requested the page of a decision link; open the link itself.',
  'definition-missing': 'The definition that a policy names is not in the store; create it.',
  'form-token': 'The form of a decision link lacks the token of its page; open the link again.',
  'grant-node-missing': 'The definition that a rule names has no node `grantNodeId`.',
  'grant-node-unguarded':
    'The node `grantNodeId` is reachable without an approval; let only approvals lead to it.',
  'host-refused': 'A function of the host inside the commit (`onCommit`) threw; nothing was written.',
  imported:
    'The execution or its definition was imported with `approval import`; it can be read and cancelled, and does not run.',
  'initiator-required': 'A node excludes the initiator, so the dispatch must name one.',
  'key-reused':
    'The key belongs to another question (`ask`, `steps/requestInformation`), revision or standing grant; use another key.',
  'limit-reached': 'A limit was reached; the message names it.',
  'link-revoked': 'The decision link was revoked.',
  'link-used': 'The decision link has been used already.',
  'link-expired': 'The decision link has expired; the person can still decide in the product.',
  'link-closed': 'The step of the decision link is not waiting any more.',
  'links-not-configured': 'Decision links need the option `baseUrl`, the address of their pages.',
  'not-chained':
    'The execution has no record yet; it gets one with its next change by an engine with the option `record`.',
  'not-allowed': 'The node does not list this action in `allow`.',
  'not-asked-yet': 'Entries that come earlier in the order have not been decided yet.',
  'not-digest-bound':
    'Human nodes of the definition lack `requireSubjectDigest: true`, or do not reset when the subject changes.',
  'not-personal': 'A pool names the place too; only places without a pool can be delegated.',
  'policy-unreachable': 'An earlier rule decides every call, so this rule never applies.',
  'position-ahead': 'The feed has not reached this position yet.',
  'position-gone': 'Retention has deleted events after this position; continue at `details.oldest`.',
  'presentation-fixed':
    'The definition says what is shown; leave `presentation` out, or use a token with `executions:dispatch-any`.',
  'presentation-too-large': 'A presentation may have 16 KiB; show less, or link to a document.',
  'reminded-already': 'All open reviewers were just reminded by hand; retry at `details.notBefore`.',
  'reserved-key':
    'The key has a prefix that is reserved for the engine or the gate; use another. Or the execution belongs to a question (`ask`), whose subject cannot change.',
  'run-gone': 'Retention has deleted the execution of this question; use another key.',
  'separation-of-duties':
    'The person must not decide here, as initiator, contributor, or decider of another step.',
  'stale-round': 'The decision is for another round than the current `details.round`.',
  'step-ambiguous': 'The execution has several steps of the node; name one of `details.stepIds`.',
  'subject-approved': 'An approved subject cannot be revised.',
  'subject-passed':
    'An execution that a step started has the subject and is open (`details.stepIds`); revise it when that has ended.',
  'subject-changed': 'The subject has changed; show the one of `details.currentDigest`.',
  'too-many-pending': 'The principal has reached its limit of open permits; wait for decisions.',
};

/** `error.code` of a step that failed. */
export const STEP_CODES: Codes = {
  'agent-error': 'The agent threw, or its callback reported a failure.',
  'agent-not-registered': 'The process that runs jobs has no agent with this id.',
  'agent-output-invalid': 'The output of the agent is invalid; the message says where.',
  'agent-output-empty': 'The node has `requireNonEmptyOutput`, and the agent returned no output.',
  'subflow-cancelled': 'The child execution was cancelled.',
  'subflow-definition-gone': 'The definition or the version that the node runs does not exist any more.',
  'subflow-failed': 'The child execution failed; the message has its failure.',
  'subflow-limit': 'The execution has started as many runs as it may.',
  'subflow-too-deep': 'Runs start runs over more levels than they may.',
  'subflow-undecided':
    'The child execution ended without a decision of the node `decisionFrom`, or is not approved although that node approved.',
  'wait-invalid': 'The value of `until` is not an instant, or is more than a year ahead.',
  'agent-timeout': 'All calls together took longer than `agentMaxRuntimeMs`.',
  'agent-url-unresolved': '`urlPath` does not lead to a string in the trigger context.',
  'calendar-unknown': 'The engine does not have the calendar of the node.',
  'channel-not-registered': 'No channel of this name is in the option `notify` of the process.',
  'force-failed': 'An administrator ended the step with `steps.resolve` or `steps.finish`.',
  'input-too-large': 'The mapped input is larger than an execution may hold.',
  'notification-failed':
    'The channel did not take the message, refused all recipients, or the message cannot be sent as rendered.',
  'reviewers-insufficient': 'There are fewer reviewers than required approvals.',
  'reviewers-unresolved': 'The directory or the execution did not provide the reviewers.',
  'template-too-large': 'The rendered templates of the node exceed their bounds.',
  'webhook-callback-failed': 'The callback reported a failure.',
  'webhook-not-allowed': 'The address guard or `webhooks.mayCall` refused the request. Nothing was sent.',
  'webhook-not-configured':
    'The engine has no transport that calls, no `webhooks.callbackUrl` or no `webhooks.credentials`.',
  'webhook-output-too-large':
    'The fields that `output` names are too large. The receiver did the work; `httpStatus` says so.',
  'webhook-rejected': 'The receiver responded with a code that is not tried again.',
  'webhook-request-invalid':
    'The rendered URL, a header or the credentials cannot be sent. Nothing was sent.',
  'webhook-response-empty': 'The node has `requireNonEmptyOutput`, and the response has no body.',
  'webhook-secret-unreadable':
    'The secret of the node cannot be opened with the `secretKeys` of the process.',
  'webhook-timeout': 'All attempts and the callback took longer than `maxRuntimeMs`.',
  'webhook-unavailable': 'The last attempt had no response, or one that is tried again.',
};

/** `failureReason.code` of an execution that failed. */
export const FAILURE_CODES: Codes = {
  'condition-not-comparable':
    'A condition of a strict definition orders values that are not two numbers or two strings.',
  'condition-path-missing':
    'A condition of a strict definition reads a path that is missing; the message names it.',
  'execution-too-large': 'The data of the execution exceeds its limit, 32 MiB.',
  'expression-too-costly': 'The conditions that follow exceed the budget of work.',
  'loop-exhausted': 'The last iteration of a loop was rejected, and it has no `onExhausted`.',
  'no-branch-taken': 'A step of a strict definition was approved or completed, and none of its edges fired.',
  'quorum-unreachable': 'A group cannot reach its quorum any more, and no edge or loop handled that.',
  'step-breached': 'A step missed its deadline, and no edge handled the breach.',
  'step-failed': 'A step failed, and no edge handled the failure; the message has the code of the step.',
  'step-limit-exceeded': 'The execution would exceed `stepsPerExecution`.',
  'unhandled-rejection': 'A step was rejected, and no edge or loop handled the rejection.',
};

/** `code` of a denied or revoked permit. */
export const PERMIT_CODES: Codes = {
  'denied-before': 'The same call was denied recently.',
  'denied-by-policy': 'A rule of the policy denies the call.',
  'grant-revoked': 'The standing grant of the permit was revoked.',
  'no-rule': 'No rule of the policy names the tool.',
  'policy-faulty': 'The policy, or its definition, has an error; see the log.',
  overridden: 'An administrator forced the execution; the policy counts only decisions of reviewers.',
  rejected: 'The reviewers rejected the call.',
  replaced: 'The program requested another call instead.',
  revoked: 'The permit was revoked.',
  'run-cancelled': 'The execution of the question was cancelled.',
  'run-failed': 'The execution of the question failed.',
  'run-gone': 'The execution of the question does not exist any more.',
  'self-approved': 'The requester approved the call.',
  'stale-approval': 'The approved call differs from the requested one.',
};
