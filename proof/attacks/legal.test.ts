/** Definitions of the examples are accepted; tests of the docs run those of the docs. */
import { compileDefinition } from '@org/approval-core';
import { expect, test } from 'vitest';
import * as workflows from '../../examples/quickstart/workflows.js';
import { REQUESTS } from '../../packages/http/src/test-support/requests.js';

const isDefinition = (it: unknown): it is object =>
  typeof it === 'object' && it !== null && 'definitionId' in it && 'nodes' in it;
const issuesOf = (definition: object) => {
  const compiled = compileDefinition(JSON.parse(JSON.stringify(definition)) as never);
  return compiled.ok ? [] : compiled.issues;
};

test('the examples', () => {
  const all = [
    ...Object.values(workflows).filter(isDefinition),
    REQUESTS['definitions/create']({ executionId: '', linkId: '' }),
  ];
  expect(all.length).toBeGreaterThan(1);
  expect(all.flatMap(issuesOf)).toEqual([]);
});
