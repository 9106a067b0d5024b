/** Generates `packages/client/src/operations.gen.ts`: client methods and facts about operations. */
import { type FoundRecord, isOptional, withoutTags, written } from './records.js';

/** Records of a package, and the types of their requests and results. */
export interface ClientPart {
  readonly records: readonly FoundRecord[];
  readonly request: string;
  readonly result: string;
}

const HEAD = `// Written by \`npm run operations\` from the records of operations; do not edit it.
/** Every operation as a method of a client, and what a client knows of it. */
import type { Timed } from '@org/approval-internal/duration';
import type { PermitOperationRequest, PermitOperationResult } from '@org/approval-agents';
import type { OperationRequest, OperationResult } from '@org/approval-core/views';
import type { CallOptions } from './call-options.js';
`;

/** Areas whose methods differ from their paths: \`client.events(executionId)\` follows a run. */
const AREA_NAMES: Readonly<Record<string, string>> = { events: 'feed' };
const nameOf = (area: string): string => AREA_NAMES[area] ?? area;

function methodOf(it: FoundRecord, { request, result }: ClientPart): string {
  const { path } = it.operation;
  const data = `data${isOptional(it) ? '?' : ''}: Timed<${request}<'${path}'>>`;
  // Examples show the engine in process, so they are left out.
  const doc = written(withoutTags(it.doc, ['example', 'request']));
  return `${doc}\n${it.name}(${data}, options?: CallOptions): Promise<${result}<'${path}'>>;`;
}

function areasOf(part: ClientPart): string[] {
  const areas = [...new Set(part.records.map((it) => it.area))];
  return areas.map((area) => {
    const methods = part.records.filter((it) => it.area === area).map((it) => methodOf(it, part));
    return `/** Operations \`${area}/*\`. */\nreadonly ${nameOf(area)}: {\n${methods.join('\n')}\n};`;
  });
}

/** The text of the file, before it is formatted. */
export function clientFile(parts: readonly ClientPart[]): string {
  const all = parts.flatMap(({ records }) => records.map((it) => it.operation));
  const effects = all.map(({ path, effect }) => `'${path}': '${effect}',`);
  const waits = all.flatMap(({ path, waits: ms }) => (ms === null ? [] : [`'${path}': ${ms},`]));
  return [
    HEAD,
    '/** `definitions/create` as `definitions.create(data, {signal}?)`, and so on for every path. */',
    `export interface OperationMethods {\n${parts.flatMap(areasOf).join('\n')}\n}\n`,
    '/** What a repeat of each operation does. */',
    `export const EFFECTS = {\n${effects.join('\n')}\n} as const;\n`,
    '/** How long the server waits where a request does not say, in ms; it answers others at once. */',
    `export const WAITS = {\n${waits.join('\n')}\n} as const;\n`,
  ].join('\n');
}
