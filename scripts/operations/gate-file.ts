/** `packages/agents/src/operations/operations.gen.ts`: the list of the operations of a gate. */
import { type FoundRecord, constantOf } from './records.js';

const HEAD = `// Written by \`npm run operations\` from the records in the folders beside it; do not edit it.
/** Every operation of a gate. */
import type { DefinedOperation } from '@org/approval-core/internal';
import type { PermitOperationPath } from './wire-types.js';
import type { GateScope } from './scope.js';`;

/** The text of the file, before it is formatted. */
export function gateFile(records: readonly FoundRecord[]): string {
  const entries = records.map((it) => `'${it.operation.path}': ${constantOf(it)},`);
  return [
    HEAD,
    ...records.map((it) => `import { operation as ${constantOf(it)} } from './${it.area}/${it.file}.js';`),
    '',
    '/** Every operation by its path. */',
    `export const RECORDS = {\n${entries.join('\n')}\n} satisfies {\n  readonly [P in PermitOperationPath]: DefinedOperation<P, GateScope>;\n};\n`,
  ].join('\n');
}
