/** The table of the guide, generated from outcomes by `npm run agents:table`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { sdk6, sdk7 } from '../models/ai-sdk.js';
import { aiSdk } from './ai-sdk.js';
import { langChain } from './langchain.js';
import { mcp } from './mcp.js';
import { openAiAgents } from './openai-agents.js';
import { type Row, type Scenario, SCENARIOS } from './scenario.js';

export const GUIDE = fileURLToPath(new URL('../../../docs/guide/agent-frameworks.md', import.meta.url));
const SECTION = /(?<=<!-- without: npm run agents:table -->\n\n)[\s\S]*?(?=\n<!-- \/without -->)/;
const SECRET = 'a secret of the host, 32 characters';

/** Runs the frameworks one after the other, since some move the clock of the process. */
export async function rows(): Promise<Row[]> {
  const [six, seven] = [await sdk6(), await sdk7()];
  return [
    await aiSdk(six, 'AI SDK 6.0'),
    await aiSdk(six, 'AI SDK 6.0', SECRET),
    await aiSdk(seven, 'AI SDK 7.0'),
    await aiSdk(seven, 'AI SDK 7.0', SECRET),
    await openAiAgents(),
    await langChain(),
    await mcp(false),
    await mcp(true),
  ];
}

/** The table as Markdown of the guide. */
export async function tableOf(all: readonly Row[]): Promise<string> {
  const scenarios = Object.keys(SCENARIOS) as Scenario[];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const text = [
    line(['', ...scenarios.map((it) => SCENARIOS[it])]),
    line(['---', ...scenarios.map(() => '---')]),
    ...all.map(({ framework, set, seen }) =>
      line([`${framework}: ${set}`, ...scenarios.map((it) => seen[it])]),
    ),
  ];
  return (await format(text.join('\n'), { parser: 'markdown' })).trim();
}

/** The table in the guide. */
export const tableIn = (page: string): string | undefined => SECTION.exec(page)?.[0].trim();

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const table = await tableOf(await rows());
  writeFileSync(
    GUIDE,
    readFileSync(GUIDE, 'utf8').replace(SECTION, () => `${table}\n`),
  );
}
