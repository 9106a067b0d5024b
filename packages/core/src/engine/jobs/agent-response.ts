/** The response of an agent, as clean JSON within the limits (contract sections 1 and 8). */
import { externalId } from '../../definition/identifiers.js';
import {
  type JsonObject,
  type JsonValue,
  copyJson,
  isJsonArray,
  isPlainObject,
} from '../../definition/json.js';
import { LIMITS } from '../../definition/limits.js';
import { copyPayload } from '../../definition/payload.js';
import type { AgentResult } from '../../interpreter/command.js';

export type CheckedResponse =
  | { readonly kind: 'result'; readonly result: AgentResult }
  | { readonly kind: 'deferred' }
  | { readonly kind: 'fault'; readonly message: string };

const fault = (message: string): CheckedResponse => ({ kind: 'fault', message });

/** Room for an output and findings, each at its own limit, and a summary. */
const RESPONSE_LIMITS = { maxBytes: 4 * LIMITS.payloadBytes, maxDepth: LIMITS.payloadDepth + 2 };

export function checkAgentResponse(response: unknown): CheckedResponse {
  const copy = copyJson(response, RESPONSE_LIMITS);
  if (!copy.ok) return fault(`the agent's response ${copy.path} ${copy.message}`);
  if (!isPlainObject(copy.value)) return fault('the agent must respond with an object');
  const {
    deferred,
    passed,
    summary = null,
    output = null,
    findings = null,
  }: Record<string, JsonValue> = copy.value;
  if (deferred === true) return { kind: 'deferred' };
  if (typeof passed !== 'boolean')
    return fault('the response must say passed: true or false, or deferred: true');
  if (summary !== null && typeof summary !== 'string') return fault('summary must be a text');
  if (output !== null && !isPlainObject(output)) return fault('output must be a JSON object');
  const wrong = sizeFault({ summary, output, findings }) ?? findingsFault(findings);
  if (wrong !== null) return fault(wrong);
  return {
    kind: 'result',
    result: { passed, summary, output, findings: findings as readonly JsonObject[] | null },
  };
}

/** Each part has the whole limit for itself. */
function sizeFault(parts: Readonly<Record<string, JsonValue>>): string | null {
  for (const [name, part] of Object.entries(parts)) {
    const copy = copyPayload(part);
    if (!copy.ok) return `${[name, copy.path].filter(Boolean).join('.')} ${copy.message}`;
  }
  return null;
}

function findingsFault(findings: JsonValue): string | null {
  if (findings === null) return null;
  if (!isJsonArray(findings)) return 'findings must be a list';
  if (findings.length > LIMITS.findings)
    return `findings has ${findings.length} items, and may have ${LIMITS.findings}`;
  const ids = findings.map((it) => (isPlainObject(it) ? it['findingId'] : undefined));
  if (!ids.every((it) => externalId.safeParse(it).success)) {
    return 'every finding needs a findingId of 1 to 200 characters';
  }
  return new Set(ids).size === ids.length ? null : 'two findings have the same findingId';
}
