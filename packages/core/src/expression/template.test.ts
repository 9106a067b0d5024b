/** Templates: parsing, rendering, escaping, bounds. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../definition/json.js';
import { LIMITS } from '../definition/limits.js';
import { parseJsonTemplate, pathsInJson, renderJson } from './json-template.js';
import {
  ESCAPES,
  type Escape,
  TemplateTooLarge,
  parseTemplate,
  renderTemplate,
  renderingOf,
} from './template.js';
import { TooCostly, WorkBudget } from './work.js';

const ROOTS = ['input', 'output', 'execution', 'step'];
const SCOPE = {
  input: { name: 'Ann', tags: ['a', 'b'], nothing: null, '{{x}}': 'braces' },
  execution: { input: { amount: 2_500, ok: false } },
};

function render(text: string, escape?: Escape, missing?: string, scope: object = SCOPE): string {
  const parsed = parseTemplate(text, ROOTS);
  if (!parsed.ok) throw new Error(parsed.message);
  return renderTemplate(parsed.template, renderingOf({ ...scope }, new WorkBudget()), escape, missing);
}

function renderTree(json: JsonValue, escape?: Escape, scope: object = SCOPE): JsonValue {
  const parsed = parseJsonTemplate(json, ROOTS);
  if (!parsed.ok) throw new Error(parsed.message);
  return renderJson(parsed.template, renderingOf({ ...scope }, new WorkBudget()), escape);
}

describe('a template renders', () => {
  test.each([
    ['Hello {{input.name}}', 'Hello Ann'],
    ['{{ execution.input.amount }} EUR', '2500 EUR'],
    ['{{execution.input.ok}}', 'false'],
    ['{{input.tags}}', '["a","b"]'],
    ['{{input.tags.1}}', 'b'],
    ['{{input.tags.01}}', ''],
    ['<{{input.nothing}}{{input.missing.deep}}{{output.x}}>', '<>'],
    ['\\{{input.name}} {{input.name}}', '{{input.name}} Ann'],
    ['a } b }} c', 'a } b }} c'],
    ['', ''],
  ])('%s', (text, expected) => expect(render(text)).toBe(expected));

  test('a missing value as the text for missing ones', () => {
    expect(render('{{input.missing}}', undefined, '—')).toBe('—');
  });

  test('a value is never parsed again', () => {
    expect(render('{{input.text}}', undefined, '', { input: { text: '{{execution.input.amount}}' } })).toBe(
      '{{execution.input.amount}}',
    );
  });
});

describe('a template is refused', () => {
  test.each([
    ['{{input.name', 'without "}}"'],
    ['{{}}', 'has no path'],
    ['{{  }}', 'has no path'],
    ['{{env.SECRET}}', 'start it with'],
    ['{{input..name}}', 'never has a value'],
    ['{{input.__proto__.x}}', 'never has a value'],
    ['x'.repeat(LIMITS.templateLength + 1), 'characters'],
  ])('%s', (text, message) => {
    const parsed = parseTemplate(text, ROOTS);
    expect(parsed.ok ? 'accepted' : parsed.message).toContain(message);
  });
});

test('each place has its escape', () => {
  const scope = { input: { text: `a/b?c&"d" <e> 'f'` } };
  expect(render('{{input.text}}', ESCAPES.url, '', scope)).toBe("a%2Fb%3Fc%26%22d%22%20%3Ce%3E%20'f'");
  expect(render('{{input.text}}', ESCAPES.html, '', scope)).toBe(
    'a/b?c&amp;&quot;d&quot; &lt;e&gt; &#39;f&#39;',
  );
  expect(render('{{input.text}}', ESCAPES.slack, '', scope)).toBe(`a/b?c&amp;"d" &lt;e&gt; 'f'`);
});

describe('JSON', () => {
  test('a text that is one path becomes the value', () => {
    expect(
      renderTree({
        tags: '{{input.tags}}',
        n: '{{execution.input.amount}}',
        text: 'n: {{execution.input.amount}}',
        none: '{{input.x}}',
        one: [1, true, null, 'plain', '\\{{'],
      }),
    ).toEqual({
      tags: ['a', 'b'],
      n: 2_500,
      text: 'n: 2500',
      none: null,
      one: [1, true, null, 'plain', '{{'],
    });
  });

  test('strings within a value are escaped too', () => {
    const scope = { input: { blocks: [{ text: '<!channel> & co', '<k>': 1 }] } };
    expect(renderTree({ blocks: '{{input.blocks}}', own: '<b>' }, ESCAPES.slack, scope)).toEqual({
      blocks: [{ text: '&lt;!channel&gt; &amp; co', '&lt;k&gt;': 1 }],
      own: '<b>',
    });
  });

  test('names of fields are not templates', () => {
    expect(renderTree({ '{{input.name}}': 1 })).toEqual({ '{{input.name}}': 1 });
  });

  test('a fault has the path of its text', () => {
    expect(parseJsonTemplate({ a: ['x', { b: '{{nope.x}}' }] }, ROOTS)).toMatchObject({
      ok: false,
      path: ['a', 1, 'b'],
    });
  });

  test('paths are counted', () => {
    const parsed = parseJsonTemplate({ a: ['{{input.a}}', 'x{{input.b}}{{input.c}}'], b: 1 }, ROOTS);
    expect(parsed.ok && pathsInJson(parsed.template)).toBe(3);
  });

  test('deep and large templates are refused', () => {
    let deep: JsonValue = 'x';
    for (let depth = 0; depth <= LIMITS.jsonTemplateDepth; depth++) deep = [deep];
    expect(parseJsonTemplate(deep, ROOTS).ok).toBe(false);
    expect(parseJsonTemplate('x'.repeat(LIMITS.jsonTemplateBytes), ROOTS).ok).toBe(false);
  });
});

describe('bounds', () => {
  const big = { input: { text: 'é'.repeat(LIMITS.renderedBytes / 4 + 1) } };

  test('bytes are those of all texts together', () => {
    expect(() => render('{{input.text}}', undefined, '', big)).not.toThrow();
    expect(() => render('{{input.text}}{{input.text}}', undefined, '', big)).toThrow(TemplateTooLarge);
    expect(() => renderTree(['{{input.text}}', '{{input.text}}'], undefined, big)).toThrow(TemplateTooLarge);
  });

  test('rendering takes from the budget', () => {
    const parsed = parseTemplate('{{input.text}}', ROOTS);
    if (!parsed.ok) throw new Error(parsed.message);
    expect(() => renderTemplate(parsed.template, renderingOf(big, new WorkBudget(100)))).toThrow(TooCostly);
  });
});

test('any text is put in as it is, whatever it holds', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(render('{{input.text}}', undefined, '', { input: { text } })).toBe(text);
      expect(renderTree({ a: ['{{input.text}}'] }, undefined, { input: { text } })).toEqual({ a: [text] });
      expect(decodeURIComponent(render('{{input.text}}', ESCAPES.url, '', { input: { text } }))).toBe(text);
    }),
    { seed: 37 },
  );
});
