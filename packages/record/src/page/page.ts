/**
 * Writes `verify.html`: the verifier in one file, which works from a disk and without a network.
 */
import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --good: #14713d; --bad: #b3261e; --mid: #8a5a00 }
@media (prefers-color-scheme: dark) { :root { --good: #6fd39b; --bad: #ff8a80; --mid: #f0c06a } }
* { box-sizing: border-box }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 0 auto; padding: 1.5rem }
h1 { font-size: 1.5rem; margin: 0 0 .25rem } h2 { font-size: 1.2rem } h3 { font-size: 1.05rem; margin: 1.5rem 0 .5rem }
h4 { font-size: 1rem; margin: 0 0 .5rem }
form { display: grid; gap: 1rem; border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; margin: 1rem 0 }
label { font-weight: 600; display: block } small { display: block; font-weight: 400 }
input, textarea { font: inherit; width: 100%; padding: .4rem; margin-top: .25rem }
textarea, code, dd { font-family: ui-monospace, monospace; font-size: .875rem; overflow-wrap: anywhere }
.result { border-top: 3px solid var(--bad); padding-top: .5rem; margin-top: 2rem }
.result.INTACT { border-color: var(--good) } .result.WITHHELD { border-color: var(--mid) }
.verdict { color: var(--bad); font-size: 1.6rem; font-weight: 700; margin-right: .5rem }
.INTACT .verdict, .small.INTACT { color: var(--good) } .WITHHELD .verdict, .small.WITHHELD { color: var(--mid) }
.small { color: var(--bad); font-size: .875rem } .fault { color: var(--bad); font-weight: 600 }
.meaning { font-size: 1.1rem; margin: .25rem 0 } .notes, .findings { padding-left: 1.2rem }
.run { border: 1px solid var(--line); border-radius: .5rem; padding: 0 1rem 1rem; margin: 1rem 0 }
.decisions { padding: 0; list-style: none } .decisions > li { background: var(--soft); border-radius: .5rem; padding: .75rem 1rem; margin: .75rem 0 }
dl { margin: 0 } dl div { display: grid; grid-template-columns: 9rem 1fr; gap: .5rem; padding: .15rem 0 }
dt { font-size: .875rem } dd { margin: 0; white-space: pre-wrap }
@media (max-width: 36rem) { dl div { grid-template-columns: 1fr; gap: 0 } }
@media print { form { display: none } .run, .decisions > li { break-inside: avoid } }
`;

/** The page without its script. It may load nothing, so a bundle cannot leave the browser. */
const frame = (script: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'">
<title>Verify an approval record</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Verify an approval record</h1>
<p>This page works without a server and without a network. Files stay in your browser.</p>
<form>
<label>Bundle <small>The file that you were given, as in decisions.jsonl</small>
<input type="file" id="bundle" multiple accept=".jsonl,application/jsonl"></label>
<label>Keys <small>Get them from the operator by another way than the bundle. One vkey on a line</small>
<textarea id="keys" rows="2" spellcheck="false" autocomplete="off"></textarea></label>
<label>Retained checkpoints <small>Optional. Notes that you or others kept: they show a log that was written anew</small>
<input type="file" id="anchors" multiple></label>
<label>Least number of leaves <small>Optional. For a complete bundle</small>
<input id="size" inputmode="numeric" autocomplete="off"></label>
</form>
<div id="output" aria-live="polite"></div>
<noscript><p class="fault">This page needs JavaScript, which it runs in your browser only.</p></noscript>
</main>
<script>${script}</script>
</body>
</html>
`;

/** Returns the page as one text. */
export async function verifyPage(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('main.ts', import.meta.url))],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    conditions: ['@org/source'],
    legalComments: 'none',
    charset: 'utf8',
    logLevel: 'error',
  });
  const script = outputFiles[0]?.text ?? '';
  // The end of a script inside the script would end it early.
  return frame(script.replaceAll('</script', '<\\/script'));
}
