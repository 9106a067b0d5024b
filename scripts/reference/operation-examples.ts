/** Example requests of operations, from the tag `@request`. A test validates them by schema. */
import { engineRecords, gateRecords } from '../operations/main.js';
import { type FoundRecord, tagOf } from '../operations/records.js';

function exampleOf({ doc, operation: { path } }: FoundRecord): readonly [path: string, example: object] {
  const text = tagOf(doc, 'request');
  const example: unknown = text === null ? null : JSON.parse(text);
  if (typeof example === 'object' && example !== null) return [path, example];
  throw new Error(`the record of ${path} has no @request with a JSON object`);
}

const records = [...(await engineRecords()), ...(await gateRecords())];

/** Examples by the path of the operation. */
export const EXAMPLES: Readonly<Record<string, object>> = Object.fromEntries(records.map(exampleOf));
