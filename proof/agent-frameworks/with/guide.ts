/** Code blocks of the guide as modules, which `npm run agents:proof` checks and runs. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const PAGE = join(here, '../../../docs/guide/agent-frameworks.md');
const TARGET = join(here, '../.cache/guide');
const BLOCK = /^```ts proof\n([\s\S]*?)^```$/gm;
const EXPECTED = /\/\/ → (.*)$/gm;

export interface Block {
  adapter: string;
  module: string;
  expected: string[];
}

/** Writes each block as a separate module, with its context in front. */
export function writeBlocks(): Block[] {
  rmSync(TARGET, { recursive: true, force: true });
  mkdirSync(TARGET, { recursive: true });
  return [...readFileSync(PAGE, 'utf8').matchAll(BLOCK)].map(([, code = '']) => {
    const adapter = /@org\/approval-agents\/([a-z-]+)/.exec(code)?.[1] ?? '';
    const names = ['gate', 'mailer', 'people'].filter((name) => new RegExp(`\\b${name}\\b[.,]`).test(code));
    const given = [
      `import { guideSetting } from '../../with/guide-setting.js';`,
      `const { ${[...names, 'models'].join(', ')} } = await guideSetting();`,
      ...(/\bmodel\b/.test(code) ? [`const model = models['${adapter as 'ai-sdk'}'];`] : ['void models;']),
    ];
    const module = join(TARGET, `${adapter}.ts`);
    writeFileSync(module, `${given.join('\n')}\n${code}\nexport {};\n`);
    return { adapter, module, expected: [...code.matchAll(EXPECTED)].map((match) => match[1] ?? '') };
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeBlocks();
