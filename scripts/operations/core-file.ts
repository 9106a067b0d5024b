/** Generates `packages/core/src/engine/operations/operations.gen.ts`: operations and areas. */
import { type FoundRecord, capital, constantOf, isOptional, withoutTags, written } from './records.js';

interface AreaWords {
  readonly area: string;
  readonly type: string;
  /** Its name in code. */
  readonly doc: string;
  /** Interface for in-process methods of the area, and its file. */
  readonly further?: readonly [name: string, file: string];
}

const rejects = 'Each rejects with an `ApprovalError`.';

/** Areas of an engine, in the order of the contract. */
export const CORE_AREAS: readonly AreaWords[] = [
  {
    area: 'definitions',
    type: 'DefinitionOperations',
    doc: `Operations on the definitions of one workspace. ${rejects}`,
  },
  {
    area: 'executions',
    type: 'ExecutionOperations',
    doc: `Operations on the executions of one workspace. ${rejects}`,
  },
  {
    area: 'steps',
    type: 'StepOperations',
    doc: `Operations on the steps of one workspace. ${rejects}`,
    further: ['StepCallbacks', './steps/callbacks.js'],
  },
  {
    area: 'people',
    type: 'PeopleOperations',
    doc: `Operations on the absences of one workspace. ${rejects}`,
  },
  {
    area: 'events',
    type: 'FeedOperations',
    doc: 'The feed of one workspace.',
    further: ['FeedFollowing', './events/following.js'],
  },
  {
    area: 'links',
    type: 'LinkOperations',
    doc: `Operations on the links of one workspace. ${rejects}`,
    further: ['LinkFinding', './links/finding.js'],
  },
  {
    area: 'webhooks',
    type: 'WebhookOperations',
    doc: `Operations on the webhook deliveries of one workspace. ${rejects}`,
  },
  {
    area: 'triggers',
    type: 'TriggerOperations',
    doc: `Operations on the triggers of one workspace. ${rejects}`,
  },
];

const HEAD = `// Written by \`npm run operations\` from the records in the folders beside it; do not edit it.
/** Every operation of an engine, and the methods of its areas. */`;

const methodOf = (it: FoundRecord): string => `${capital(constantOf(it))}Method`;

function importOf(it: FoundRecord): string {
  const names = `operation as ${constantOf(it)}`;
  const from = `'./${it.area}/${it.file}.js'`;
  return it.hasMethod
    ? `import { type Method as ${methodOf(it)}, ${names} } from ${from};`
    : `import { ${names} } from ${from};`;
}

function memberOf(it: FoundRecord): string {
  const { path } = it.operation;
  const type = it.hasMethod
    ? `readonly ${it.name}: ${methodOf(it)};`
    : `${it.name}(request${isOptional(it) ? '?' : ''}: OperationRequest<'${path}'>): Promise<OperationResult<'${path}'>>;`;
  return `${written(withoutTags(it.doc, ['request']))}\n${type}`;
}

function interfaceOf({ area, type, doc, further }: AreaWords, records: readonly FoundRecord[]): string {
  const base = further === undefined ? '' : ` extends ${further[0]}`;
  const members = records.filter((it) => it.area === area).map(memberOf);
  return `${written([doc])}\nexport interface ${type}${base} {\n${members.join('\n')}\n}\n`;
}

/** The text of the file, before it is formatted. */
export function coreFile(records: readonly FoundRecord[]): string {
  const further = CORE_AREAS.flatMap((it) => (it.further === undefined ? [] : [it.further]));
  const entries = records.map((it) => `'${it.operation.path}': ${constantOf(it)},`);
  return [
    HEAD,
    `import type { OperationPath, OperationRequest, OperationResult } from './operation-types.js';`,
    `import type { EngineOperation } from './methods.js';`,
    ...further.map(([name, file]) => `import type { ${name} } from '${file}';`),
    ...records.map(importOf),
    '',
    '/** Every operation by its path. */',
    `export const RECORDS = {\n${entries.join('\n')}\n} satisfies { readonly [P in OperationPath]: EngineOperation<P> };\n`,
    ...CORE_AREAS.map((it) => interfaceOf(it, records)),
  ].join('\n');
}
