/** `docs/reference/errors.md`: errors by code. */
import { ERROR_CODES, WARNING_CODES } from '@org/approval-core/definition';
import { HTTP_CODES } from '@org/approval-http';
import { FAILURE_CODES, PERMIT_CODES, REFUSAL_CODES, STEP_CODES } from './error-codes.js';
import { anchorOf } from './shape.js';

const STATUSES: Readonly<Record<keyof typeof HTTP_CODES, string>> = {
  INVALID_ARGUMENT: 'Something in the request is not as it has to be: `details.issues` lists all of it.',
  UNAUTHENTICATED: 'The caller did not prove who it is.',
  PERMISSION_DENIED: 'The caller is known, and may not do this.',
  NOT_FOUND: 'There is no such thing in this workspace, or the caller may not see it.',
  ALREADY_EXISTS: 'The id is taken.',
  FAILED_PRECONDITION: 'The state of the run is another than the request needs; `details.code` says how.',
  RESOURCE_EXHAUSTED: 'A bound is reached; over HTTP `Retry-After` says when to try again.',
  UNAVAILABLE: 'The store did not respond. Try again: no request is done twice.',
  INTERNAL: 'A fault of the engine. To try again does not help; the log has the cause.',
};

const HEAD = `# Errors

Everything that the engine throws is an \`ApprovalError\` with \`status\`, \`message\` and \`details\`; over HTTP it is
\`{"error": {"status", "message", "details"}}\`. The message says what is wrong, where, and how to mend it; programs look at the
codes. Made by \`npm run docs:reference\`.

\`\`\`ts
import { ApprovalError, createApprovalEngine, createMemoryStore } from '@org/approval-core';

const engine = createApprovalEngine({ store: createMemoryStore() });
try {
  await engine.executions.get({ executionId: 'nobody-knows-it' });
} catch (error) {
  if (!(error instanceof ApprovalError)) throw error;
  console.log(error.status); // → NOT_FOUND
}
await engine.stop();
\`\`\`
`;

const table = (head: string, rows: readonly (readonly string[])[]) =>
  `${head}\n${head.replaceAll(/[^|]+/g, ' --- ')}\n${rows.map((it) => `| ${it.join(' | ')} |`).join('\n')}\n`;

const codes = (of: Readonly<Record<string, string>>) =>
  table(
    '| code | what it means |',
    Object.entries(of)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([code, text]) => [`\`${code}\``, text]),
  );

export function errorsPage(): string {
  const statuses = Object.entries(STATUSES).map(([status, text]) => [
    `\`${status}\``,
    String(HTTP_CODES[status as keyof typeof HTTP_CODES]),
    text,
  ]);
  const issues = [...ERROR_CODES, ...WARNING_CODES].map(
    (it) => `[\`${it}\`](linter-codes.md#${anchorOf(it)})`,
  );
  return [
    HEAD,
    `## Statuses\n\n${table('| status | HTTP | what it means |', statuses)}`,
    `## Refusals: \`details.code\`\n\n${codes(REFUSAL_CODES)}`,
    `## A step that failed: \`error.code\`\n\nAgents of the host may bring codes of their own.\n\n${codes(STEP_CODES)}`,
    `## A run that failed: \`failureReason.code\`\n\n${codes(FAILURE_CODES)}`,
    `## A permit that was denied or taken away: \`code\`\n\n${codes(PERMIT_CODES)}`,
    `## Issues of definitions and requests: \`details.issues[].code\`\n\nEach with what triggers it and how to mend it: ${issues.join(', ')}.\n`,
  ].join('\n');
}
