import { describe, expect, test } from 'vitest';
import { completionsAt } from './complete.js';
import { caretAt } from './scan.js';

/** The caret is at the bar. */
const at = (text: string) => {
  const offset = text.indexOf('|');
  return completionsAt(text.replace('|', ''), offset);
};
const labels = (text: string) => at(text).items.map((it) => it.label);

describe('completion', () => {
  test('of names, by where they stand, without those that are there', () => {
    expect(labels('{"|')).toContain('definitionId');
    expect(labels('{"definitionId": "a", "|')).not.toContain('definitionId');
    expect(labels('{"nodes": [{"|')).toEqual(expect.arrayContaining(['nodeId', 'type', 'config', 'slaMs']));
    expect(labels('{"nodes": [{"config": {"rev|')).toEqual(['reviewers', 'reviewerEmails']);
    expect(labels('{"nodes": [{"config": {"reviewers": [{"userId": "a"}, {"man|')).toEqual(['mandatory']);
    expect(labels('{"loops": [{|')).toContain('entryNodeId');
    const { from, items } = at('{ "na|": 1}');
    expect([from, items[0]]).toEqual([
      2,
      { label: 'name', text: '"name": ', detail: expect.any(String) as string },
    ]);
  });

  test('of values: those of the schema, and nodes of the draft', () => {
    expect(labels('{"nodes": [{"type": "|')).toEqual(expect.arrayContaining(['human', 'agent', 'webhook']));
    expect(labels('{"nodes": [{"type": h|')).toEqual(['human']);
    expect(labels('{"nodes": [{"config": {"allowAbstain": |')).toEqual(['true', 'false']);
    const nodes = '"nodes": [{"nodeId": "legal"}, {"nodeId": "brand"}]';
    expect(labels(`{${nodes}, "edges": [{"from": "|`)).toEqual(['legal', 'brand']);
    expect(labels(`{"edges": [{"from": "l|"}], ${nodes}}`)).toEqual(['legal']);
    expect(labels(`{${nodes}, "groups": [{"memberNodeIds": ["legal", "|`)).toEqual(['legal', 'brand']);
  });

  test('of nothing, where nothing can be written or nothing is known', () => {
    for (const text of [
      '|',
      '{"name": "x" |',
      '{"name" |',
      '"a|',
      '{"unknown": {"|',
      '}}}|',
      '{"name": "\\|',
    ])
      expect([text, labels(text)]).toEqual([text, []]);
  });

  test('a long text costs little', () => {
    const text = `{"nodes": [${'{"nodeId": "a", "config": {}},'.repeat(20_000)}{"|`;
    expect(labels(text)).toContain('nodeId');
    expect(caretAt('['.repeat(100_000), 100_000)?.path).toHaveLength(100_000);
  });
});
