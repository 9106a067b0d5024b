/** Issue codes of definitions and requests (contract section 15). */

/** Codes of errors. A definition with one is refused. */
export const ERROR_CODES = [
  'invalid-field',
  'unknown-field',
  'reserved-id',
  'too-many-issues',
  'duplicate-node-id',
  'dangling-edge',
  'duplicate-edge',
  'edge-role-conflict',
  'otherwise-twice',
  'loop-edge-not-back',
  'exhausted-edge-without-loop',
  'group-edge-role',
  'cycle-detected',
  'unreachable-node',
  'node-missing-config',
  'too-many-nodes',
  'too-many-edges',
  'fan-out-exceeds-limit',
  'human-missing-reject-path',
  'on-reject-target-missing',
  'missing-breach-edge',
  'agent-missing-agent-id',
  'agent-missing-url-path',
  'reviewers-missing',
  'reviewers-not-unique',
  'reviewers-none-mandatory',
  'reviewers-bad-order',
  'decision-rule-unreachable',
  'separation-node-missing',
  'separation-conflict',
  'sla-conflict',
  'trigger-without-initiator',
  'trigger-mechanism',
  'schedule-invalid',
  'schedule-never-fires',
  'template-invalid',
  'resolution-policy-missing',
  'when-not-json',
  'when-unknown-operator',
  'when-bad-arity',
  'when-bad-operand',
  'when-unknown-root',
  'when-bad-regex',
  'when-too-large',
  'input-schema-invalid',
  'path-not-in-input',
  'group-duplicate-id',
  'group-members-empty',
  'group-member-missing',
  'group-expected-steps-invalid',
  'group-quorum-invalid',
  'group-required-not-in-members',
  'group-required-exceeds-quorum',
  'group-node-in-multiple-groups',
  'group-non-blocking-agent-member',
  'group-member-depends-on-member',
  'group-joinonquorum-members-must-share-successors',
  'loop-duplicate-id',
  'loop-entry-must-be-in-body',
  'loop-body-member-missing',
  'loop-body-unreachable-from-entry',
  'loop-body-must-have-single-terminal',
  'loop-node-in-multiple-loops',
  'loop-on-exhausted-route-to-not-found',
  'loop-on-exhausted-route-to-in-body',
  'loop-group-bounded-quorum-must-equal-expected',
  'loop-back-path-missing',
  'end-has-successor',
  'end-is-root',
  'end-in-group',
  'end-in-loop',
  'template-too-large',
  'template-in-origin',
  'secret-required',
  'callback-not-sent',
  'subflow-definition-missing',
  'subflow-version-missing',
  'subflow-recursive',
  'notification-node-missing',
] as const;

/** Codes of warnings. A definition with only these is accepted. */
export const WARNING_CODES = [
  'trigger-replayable',
  'trigger-secret-short',
  'signature-weak',
  'webhook-event-type-unknown',
  'group-cancelonquorum-cancels-nothing',
  'exhausted-target-reachable-otherwise',
  'end-before-quorum',
  'reject-leads-to-decision',
  'agent-not-registered',
  'webhook-node-not-executed',
  'callback-not-configured',
  'directory-not-configured',
  'user-ids-alike',
  'calendar-unknown',
  'duration-too-short',
  'condition-unchecked',
  'branch-may-be-empty',
  'subflow-unpinned',
  'channel-not-registered',
  'notification-fails-run',
] as const;

/** Code of an error, which refuses a definition. */
export type ErrorCode = (typeof ERROR_CODES)[number];
/** Code of a warning, which does not refuse a definition. */
export type WarningCode = (typeof WARNING_CODES)[number];
/** Any code of an issue. */
export type IssueCode = ErrorCode | WarningCode;

/** One finding of the linter or of a schema. */
export interface Issue<Code extends IssueCode = IssueCode> {
  /** Code of the finding. */
  readonly code: Code;
  /** Message that says what is wrong and how to fix it. */
  readonly message: string;
  /** Path of the faulty part, as in `nodes[3].config.urlPath`; empty for the whole. */
  readonly path: string;
  readonly nodeId?: string;
}

/** An `invalid-field` issue for a rule that no schema expresses. */
export const invalidField = (path: string, message: string): Issue<ErrorCode> => ({
  code: 'invalid-field',
  message,
  path,
});

/** Summarizes issues in one line: `invalid-field at nodes[0].name: is missing (and 2 more)`. */
export function issuesText([first, ...more]: readonly Issue[]): string {
  if (first === undefined) return 'invalid argument';
  const where = first.path === '' ? '' : ` at ${first.path}`;
  return `${first.code}${where}: ${first.message}${more.length > 0 ? ` (and ${more.length} more)` : ''}`;
}
