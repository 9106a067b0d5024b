/** Meanings of error codes, for the page of errors. `error-codes.test.ts` compares the sources. */
type Codes = Readonly<Record<string, string>>;

/** `details.code` of a refusal. */
export const REFUSAL_CODES: Codes = {
  'abstain-not-allowed': 'The node does not let this person abstain: set `allowAbstain`, or let them answer.',
  'already-asked': 'The person has a place on the step already.',
  'answered-already': 'The place has its answer; retract it first, where the node allows that.',
  'calendar-unknown':
    'A node counts working time by a calendar that the engine was not given (option `calendars`).',
  claimed: 'Somebody else has claimed the answer of the pool; `details.claimedBy` says who.',
  'cross-origin': 'The page of a decision link was asked by another site; open the link itself.',
  'definition-missing': 'A policy asks by a definition that is not in the store; create it.',
  'form-token': 'A form of a decision link lacks the token that its page carries; open the link again.',
  'grant-node-missing': 'The definition that a rule asks by has no node `grantNodeId`.',
  'grant-node-unguarded':
    'The node `grantNodeId` can be reached without an approval; let only approvals lead to it.',
  'host-refused': 'A function of the host inside the commit (`onCommit`) threw; nothing was written.',
  'initiator-required': 'A node keeps the initiator from deciding, and the dispatch names none.',
  'key-reused':
    'The key stands for something else: another question (`ask`, `steps/requestInformation`), revision or standing grant. Use another key.',
  'limit-reached': 'There are as many of these as may be; the message says of what.',
  'link-revoked': 'The decision link was taken away.',
  'link-used': 'The decision link has answered already.',
  'link-expired': 'The time of the decision link is over; the person can still decide in the product.',
  'link-closed': 'The step of the decision link waits no more.',
  'links-not-configured': 'Links need the address of their pages: `baseUrl`.',
  'not-allowed': 'The node does not list this in `allow`.',
  'not-asked-yet': 'The order of the entries has not come to this person yet.',
  'not-digest-bound':
    'Human nodes of the definition lack `requireSubjectDigest: true`, or do not reset when the subject changes.',
  'not-personal': 'A pool names the place too; only places that no pool names can be handed over.',
  'policy-unreachable': 'No call comes as far as this rule: one before it decides all of them.',
  'position-ahead': 'The feed has not come to this position yet.',
  'position-gone': 'Retention has taken events behind this position; `details.oldest` says where to go on.',
  'reminded-already':
    'Everybody who owes an answer was reminded by hand a moment ago; `details.notBefore` says when again.',
  'reserved-key':
    'The key begins with a prefix that is kept for the engine or the gate; use another. Or the run is that of a question (`ask`), whose subject stays.',
  'run-gone': 'Retention has deleted the run of this question; use another key.',
  'separation-of-duties': 'The person must not decide here: initiator, contributor, or decider elsewhere.',
  'stale-round': 'The answer names another round than the current one, `details.round`.',
  'subject-approved': 'What was approved already cannot be revised.',
  'subject-changed': 'The subject is another by now; `details.currentDigest` is what to look at.',
  'too-many-pending': 'The principal has as many open permits as it may; wait for answers.',
};

/** `error.code` of a step that failed. */
export const STEP_CODES: Codes = {
  'agent-error': 'The agent threw, or its callback reported a failure.',
  'agent-not-registered': 'The process that runs jobs has no agent by this id.',
  'agent-output-invalid': 'What the agent answered is not what an agent may answer; the message says where.',
  'agent-output-empty': 'The node has `requireNonEmptyOutput`, and the agent answered nothing.',
  'agent-timeout': 'All calls together took longer than `agentMaxRuntimeMs`.',
  'agent-url-unresolved': '`urlPath` leads to no text in the trigger context.',
  'calendar-unknown': 'The engine was not given the calendar of the node.',
  'force-failed': 'Somebody ended the step with `steps.resolve`.',
  'input-too-large': 'The mapped input is larger than an execution may hold.',
  'reviewers-insufficient': 'Fewer people were found, or are left, than have to approve.',
  'reviewers-unresolved': 'The directory or the run did not say who is asked.',
};

/** `failureReason.code` of a run that failed. */
export const FAILURE_CODES: Codes = {
  'execution-too-large': 'The run holds more than one execution may.',
  'expression-too-costly': 'The conditions that follow take more work than they may.',
  'loop-exhausted': 'The last iteration of a loop was rejected, and it has no `onExhausted`.',
  'quorum-unreachable': 'A group can no longer reach its quorum, and no edge or loop handles that.',
  'step-breached': 'A step missed its deadline, and no edge handles the breach.',
  'step-failed': 'A step failed, and no edge took the failure; the message has the code of the step.',
  'step-limit-exceeded': 'The run would have more steps than `stepsPerExecution`.',
  'unhandled-rejection': 'A step was rejected, and no edge or loop handles the rejection.',
};

/** `code` of a denied or revoked permit. */
export const PERMIT_CODES: Codes = {
  'denied-before': 'The same call was denied a short while ago.',
  'denied-by-policy': 'A rule of the policy denies it.',
  'grant-revoked': 'The grant that it came from was taken away.',
  'no-rule': 'No rule of the policy names the tool.',
  'policy-faulty': 'The policy, or the definition that it asks by, has a fault; the log says which.',
  overridden: 'Somebody forced the run; the policy counts answers of people alone.',
  rejected: 'People said no.',
  replaced: 'The program asked anew for another call.',
  revoked: 'Somebody took it away.',
  'run-cancelled': 'The run in which people were asked was cancelled.',
  'run-failed': 'The run in which people were asked failed.',
  'run-gone': 'The run in which people were asked is not there any more.',
  'self-approved': 'Whoever asked for it approved it.',
  'stale-approval': 'What was approved is another call than the one that is asked for.',
};
