/** The script of `verify.html`: reads files that are chosen, and shows what they prove. */
import { html, textOf } from '@org/approval-internal/html';
import { anchorsIn } from '../report/anchors.js';
import { htmlReportOf } from '../report/html-report.js';
import { verify } from '../verify/verify.js';

interface ChosenFile {
  readonly name: string;
  readonly stream: () => AsyncIterable<Uint8Array> & {
    readonly getReader: () => {
      readonly read: () => Promise<{ readonly done: boolean; readonly value?: Uint8Array }>;
    };
  };
  readonly text: () => Promise<string>;
}
interface PageElement {
  innerHTML: string;
  readonly value: string;
  readonly files: Iterable<ChosenFile> | null;
  readonly addEventListener: (type: string, listener: () => void) => void;
}
declare const document: { readonly getElementById: (id: string) => PageElement | null };

function element(id: string): PageElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no element ${id}`);
  return found;
}

/** Not every browser can iterate a stream. */
async function* partsOf(file: ChosenFile): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read())
    if (part.value !== undefined) yield part.value;
}

let latest = 0;

async function show(): Promise<void> {
  latest += 1;
  const own = latest;
  const output = element('output');
  const files = [...(element('bundle').files ?? [])];
  const keys = element('keys')
    .value.split(/\s+/)
    .filter((it) => it !== '');
  if (files.length === 0 || keys.length === 0) {
    output.innerHTML = textOf(html`<p class="hint">Choose a bundle, and enter the key of the operator.</p>`);
    return;
  }
  output.innerHTML = textOf(html`<p class="hint">Verifying…</p>`);
  let shown: string;
  try {
    const anchors: string[] = [];
    for (const file of element('anchors').files ?? []) anchors.push(...anchorsIn(await file.text()));
    const size = element('size').value.trim();
    const minSize = /^\d{1,15}$/.test(size) ? Number(size) : undefined;
    const reports: string[] = [];
    for (const file of files)
      reports.push(textOf(htmlReportOf(await verify(partsOf(file), { keys, anchors, minSize }), file.name)));
    shown = reports.join('');
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    shown = textOf(html`<p class="fault" role="alert">${message}</p>`);
  }
  // Another choice may have been made meanwhile.
  if (own === latest) output.innerHTML = shown;
}

for (const id of ['bundle', 'keys', 'anchors', 'size'])
  element(id).addEventListener('change', () => void show());
void show();
