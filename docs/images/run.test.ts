/** The picture of a run in the README: `npx vitest run docs/images -u` draws it again. */
import { type Definition, compileDefinition } from '@org/approval-core';
import { simulate } from '@org/approval-core/interpreter';
import { drawSvg } from '@org/approval-draw';
import { fromJson } from '@org/approval-internal/json';
import { madeUpDirectory } from '@org/approval-internal/made-up';
import { expect, test } from 'vitest';
import { EXAMPLES } from '../../scripts/site/playground/examples.js';

test('run.svg is the purchase of the playground, approved by the manager', async () => {
  const json = fromJson(EXAMPLES[0]?.text ?? '');
  const definition = json as unknown as Definition;
  const checked = compileDefinition(json);
  const { state, refused } = simulate(definition, {
    input: { url: 'https://shop.example/orders/12' },
    now: 0,
    directory: madeUpDirectory(definition),
    answers: [{ nodeId: 'manager', reviewerId: 'maria', decision: 'approve' }],
  });
  expect(refused).toEqual([]);
  const compiled = checked.ok ? checked.compiled : null;
  const svg = drawSvg({ ...definition, compiled }, { run: state, direction: 'right' });
  await expect(`${svg}\n`).toMatchFileSnapshot('run.svg');
});
