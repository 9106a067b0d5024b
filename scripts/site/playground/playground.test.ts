/** Highlighting, examples and preview of the playground, without a browser. */
import { compileDefinition } from '@org/approval-core';
import { fromJson } from '@org/approval-internal/json';
import { expect, test } from 'vitest';
import { EXAMPLES, highlight, preview } from './engine.js';

const html = (fields: Record<string, string>): string => preview(new URLSearchParams(fields), 0).html;
const [purchase = '', , , faulty = ''] = EXAMPLES.map((it) => it.text);

test('names, strings, numbers and literals are marked, and all text is escaped', () => {
  expect(highlight('{"a": "<b>", "c": [-1.5e3, true]}')).toBe(
    '{<span class="hl-name">&quot;a&quot;</span>: <span class="hl-string">&quot;&lt;b&gt;&quot;</span>, ' +
      '<span class="hl-name">&quot;c&quot;</span>: [<span class="hl-number">-1.5e3</span>, ' +
      '<span class="hl-literal">true</span>]}',
  );
});

test.each([['{"a": "unfinished\n"b": 1'], ['"\\'], ['<img src=x>&'], ['']])(
  'the text of %j is unchanged',
  (text) => {
    const plain = highlight(text).replaceAll(/<\/?span[^>]*>/g, '');
    expect(
      plain
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&'),
    ).toBe(text);
  },
);

test('all examples are valid, except the one with faults', () => {
  const valid = EXAMPLES.map((it) => compileDefinition(fromJson(it.text)).ok);
  expect(valid).toEqual([true, true, true, false]);
});

test('a finding names its line', () => {
  const line = faulty.slice(0, faulty.indexOf('"fnance"')).split('\n').length;
  const shown = html({ text: faulty });
  expect(shown).toContain('1 to fix');
  expect(shown).toContain('dangling-edge');
  expect(shown).toContain(`>line ${line}</button>`);
});

test('text that is not JSON is reported, not drawn', () => {
  expect(preview(new URLSearchParams({ text: '{"a": ' }), 0).summary).toBe('Not valid JSON yet');
  expect(html({ text: '{' })).not.toContain('<svg');
});

test('a decision continues the simulated run', () => {
  const answer = JSON.stringify({ nodeId: 'manager', reviewerId: 'maria', decision: 'approve' });
  expect(html({ text: purchase })).toContain('maria approves');
  const shown = html({ text: purchase, answers: '[]', answer });
  expect(shown).toContain('finance-1 approves');
  expect(shown).not.toContain('>maria approves</button>');
});

test('names in a definition cannot become markup', () => {
  const text = purchase.replaceAll('maria', '<img src=x onerror=alert(1)>');
  expect(html({ text })).not.toContain('<img');
});
