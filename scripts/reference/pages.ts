/** The generated pages of the reference; as a command it writes them: `npm run docs:reference`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { definitionPage } from './definition-page.js';
import { errorsPage } from './errors-page.js';
import { eventsPage } from './events-page.js';
import { operationsPages } from './operations-page.js';
import { optionsPages } from './options-page.js';

export const REFERENCE = fileURLToPath(new URL('../../docs/reference/', import.meta.url));

/** Generators by the name of their file. */
export const PAGES: Readonly<Record<string, () => string>> = {
  'definition.md': definitionPage,
  ...operationsPages,
  'events.md': eventsPage,
  'errors.md': errorsPage,
  ...optionsPages,
};

/** The expected contents of the page. */
export async function pageOf(name: string): Promise<string> {
  const make = PAGES[name];
  if (make === undefined) throw new Error(`no page is called ${name}`);
  return format(make(), { ...(await resolveConfig(join(REFERENCE, name))), parser: 'markdown' });
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const name of Object.keys(PAGES)) {
    mkdirSync(dirname(join(REFERENCE, name)), { recursive: true });
    writeFileSync(join(REFERENCE, name), await pageOf(name));
  }
