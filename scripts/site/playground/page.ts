/** The page of the playground, which works without a server. */
import { svgStyles } from '@org/approval-draw';
import { buildSync } from 'esbuild';
import { fileURLToPath } from 'node:url';
import { escapeHtml } from '../html.js';
import { EXAMPLES, highlight, preview } from './engine.js';

export function playgroundHtml(): string {
  const { text } = EXAMPLES[0] ?? { text: '' };
  const options = EXAMPLES.map(({ name }, index) => `<option value="${index}">${escapeHtml(name)}</option>`);
  return `<h1>Playground</h1>
<p>The linter, the drawing and the interpreter run in this page. Nothing is sent to a server.</p>
<div class="playground">
<form id="draft">
<p class="field"><label for="example">Example</label> <select id="example">${options.join('')}</select></p>
<label for="text">Definition, as JSON</label>
<div class="editor">
<pre aria-hidden="true"><code id="painted">${highlight(text)}\n</code></pre>
<textarea id="text" name="text" spellcheck="false" autocomplete="off" autocapitalize="off" wrap="off">
${escapeHtml(text)}</textarea>
</div>
</form>
<section id="preview" aria-label="Preview" tabindex="-1">${preview(new URLSearchParams({ text }), Date.now()).html}</section>
<p id="summary" class="hidden" role="status"></p>
</div>`;
}

/** Script of the page: the packages, bundled for browsers. */
export function playgroundScript(): Uint8Array {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL('engine.ts', import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    conditions: ['@org/source'],
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}

/** Colors of the drawing: those of the system, unless the reader chose a scheme. */
export const drawingStyles = (): string =>
  `${svgStyles('auto')}[data-theme='light']{${svgStyles('light')}}[data-theme='dark']{${svgStyles('dark')}}`;
