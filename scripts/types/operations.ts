/** Request and result types of each operation. */
import { PERMIT_OPERATIONS } from '@org/approval-agents';
import { OPERATIONS } from '@org/approval-core/views';
import type * as z from 'zod';
import { docstring } from './docstring.js';
import type { Draft, TypedPackage } from './sources.js';
import { typeText } from './type-text.js';

interface Operation {
  readonly summary: string;
  readonly request: z.core.$ZodType;
  readonly result: z.core.$ZodType;
}

interface Table {
  readonly file: string;
  readonly from: string;
  readonly name: string;
  readonly description: string;
  readonly operations: Readonly<Record<string, Operation>>;
}

/** Tables by the name of the package. */
const TABLES: Readonly<Record<string, Table>> = {
  '@org/approval-core': {
    file: 'packages/core/src/engine/operations/operation-types.gen.ts',
    from: 'the table OPERATIONS',
    name: 'OperationTypes',
    description: 'Request and result of every operation, by its path.',
    operations: OPERATIONS,
  },
  '@org/approval-agents': {
    file: 'packages/agents/src/operations/wire-types.gen.ts',
    from: 'the table PERMIT_OPERATIONS',
    name: 'PermitOperationTypes',
    description: 'Request and result of every operation of the gate, by its path.',
    operations: PERMIT_OPERATIONS,
  },
};

/** Types of the operations of a package; empty without operations. */
export function operationFile({ name: owner }: TypedPackage): Draft[] {
  const table = TABLES[owner];
  if (table === undefined) return [];
  const { file, from, name, description, operations } = table;
  const rows = Object.entries(operations).map(
    ([path, { summary, request, result }]) =>
      `${docstring(summary)}readonly '${path}': { readonly request: ${typeText(request)}; readonly result: ${typeText(result)} };\n`,
  );
  return [{ file, from, text: `${docstring(description)}export interface ${name} {\n${rows.join('')}}\n` }];
}
