/**
 * Generates `packages/core/definition.schema.json` from the schemas that check definitions:
 * `npm run schema`. A test compares the file.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { definitionJsonSchema } from '@org/approval-core/internal';
import { format, resolveConfig } from 'prettier';

export const SCHEMA_FILE = fileURLToPath(new URL('../packages/core/definition.schema.json', import.meta.url));

/** The text of the file, as prettier formats it. */
export async function schemaText(): Promise<string> {
  const options = await resolveConfig(SCHEMA_FILE);
  return format(JSON.stringify(definitionJsonSchema()), { ...options, parser: 'json' });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(SCHEMA_FILE, await schemaText());
