/** Hostile names of an author are escaped in every format. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { columnsOf } from './text/clip.js';
import { type Drawable, drawDot, drawMermaid, drawSvg, drawTerminal } from './index.js';

const NAMES = [
  '<script>alert(1)</script>',
  '"/><image href="https://evil.example" onerror="alert(1)"/>',
  "' onload='alert(1)",
  ']]><![CDATA[',
  '&lt;b&gt; &#60;',
  '"]; evil [label="x',
  '\\" ]; evil',
  'x"] --> y["',
  '`); click n0 "javascript:alert(1)"',
  '#quot; ; end',
  '%%{init: {}}%%',
  '\u001b[31mred\u001b[2J\u001b]0;title\u0007',
  'line\nbreak\r\n\ttab',
  'abc\u202edef\u2066ghi\u200f',
  '__proto__',
  'constructor',
  '\ud800 lone',
  '\u0000nul',
  'e\u0301'.repeat(3) + '\u0301'.repeat(5_000),
  'x'.repeat(100_000),
  '👩‍👩‍👧‍👦'.repeat(50),
  '承認'.repeat(40),
];

const withName = (name: string, nodeId = name.slice(0, 500)): Drawable => ({
  name,
  nodes: [
    { nodeId, name, type: 'human', config: { reviewers: [{ userId: name }] } },
    { nodeId: 'b', type: 'agent', config: { agentId: name } },
    { nodeId: 'c', type: 'webhook', config: { url: name } },
  ],
  edges: [
    { from: nodeId, to: 'b', when: JSON.stringify({ op: 'eq', args: [{ var: name }, name] }) },
    { from: 'b', to: 'c' },
  ],
  groups: [{ groupId: name, memberNodeIds: [nodeId, 'b'], quorum: 1, expectedSteps: 2, onQuorumMet: name }],
  loops: [{ loopId: name, entryNodeId: 'b', bodyNodeIds: ['b', 'c'] }],
});

/** Matches markup with escaped attributes and text: known elements, in pairs. */
const TAG =
  /<(\/?)(svg|style|rect|g|path|polygon|text|title|circle)((?: [a-z-]+(?::[a-z]+)?="[^"<>]*")*) ?(\/?)>/gi;

function faultsOf(svg: string): string {
  const open: string[] = [];
  for (const [, end, name = '', attributes = '', isEmpty] of svg.matchAll(TAG)) {
    const names = [...attributes.matchAll(/ ([a-z-:]+)="/gi)].map((it) => it[1] ?? '');
    const wrong = names.find((it) => /^on|href|^style$/i.test(it));
    if (wrong !== undefined) return `<${name} ${wrong}>`;
    if (isEmpty === '/') continue;
    if (end !== '/') open.push(name);
    else if (open.pop() !== name) return `</${name}> closes another element`;
  }
  if (open.length > 0) return `<${open.join('><')}> is not closed`;
  const rest = svg.replaceAll(/<style>[^<]*<\/style>/g, '').replaceAll(TAG, '');
  const text = rest.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, '');
  return /[<>&]/.exec(text)?.[0] ?? '';
}

// eslint-disable-next-line no-control-regex -- they are what is looked for
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/;

const MERMAID_LINE =
  /^(?:flowchart TD| {2}n\d+(?:\("[^"`<>]*(?:<br\/>[^"`<>]*)*"\)|\["[^"`<>]*(?:<br\/>[^"`<>]*)*"\]|\[\["[^"`<>]*(?:<br\/>[^"`<>]*)*"\]\]|\{"[^"`<>]*"\})| {2}n\d+ -\.?->(?:\|"[^"`<>|]*"\|)? n\d+| {2}subgraph f\d+ \["[^"`<>]*"\]| {4}n\d+| {2}end|)$/;

function check(name: string): void {
  const definition = withName(name);
  const svg = drawSvg(definition, { interactive: true });
  expect(faultsOf(svg)).toBe('');
  expect(svg).not.toMatch(CONTROLS);
  expect(svg.length).toBeLessThan(40_000);
  const terminal = drawTerminal(definition, { columns: 80 });
  expect(terminal).not.toMatch(CONTROLS);
  const mermaid = drawMermaid(definition);
  for (const line of mermaid.split('\n')) expect(line).toMatch(MERMAID_LINE);
  // Every unescaped quote delimits one of the quoted strings.
  const dot = drawDot(definition).replaceAll(/"(?:[^"\\]|\\.)*"/g, 'T');
  expect(dot).toMatch(/^[\w\s{}[\]=,;>-]*$/);
  expect(dot.match(/ -> /g)).toHaveLength(3);
}

describe('names', () => {
  test.each(NAMES.map((it) => [it.slice(0, 30), it]))('%j', (_shown, name) => check(name));

  test('of any characters', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 60 }), check), { seed: 16, numRuns: 150 });
  });
});

test('a line of a terminal is never longer than the terminal', () => {
  for (const name of NAMES) {
    for (const line of drawTerminal(withName(name), { columns: 40 }).split('\n'))
      expect(columnsOf(line)).toBeLessThanOrEqual(40);
  }
});
