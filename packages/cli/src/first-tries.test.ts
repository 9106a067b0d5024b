/** The error messages of likely first mistakes. */
import { expect, test } from 'vitest';
import { RELEASE } from './init/choices.js';
import { cli, signOff } from './test-support/cli.js';

test('approval --version', async () => {
  expect(await cli().run('--version')).toMatchObject({ code: 0, out: `${RELEASE}\n` });
});

test('reports malformed and empty files', async () => {
  const { write, run } = cli();
  expect((await run('lint', write('a.json', '{bad'))).out).toContain(
    'invalid JSON from here on: invalid symbol',
  );
  expect(await run('lint', write('b.json', []))).toMatchObject({ code: 1 });
  expect((await run('draw', write('b.json', []))).err).toContain('b.json: the list is empty');
  expect((await run('draw', write('c.json', ''))).err).toContain('c.json: the file is empty');
});

const agent = (nodeId: string, urlPath: string) => ({
  ...{ nodeId, type: 'agent' },
  config: { agentId: 'writer', urlPath },
});
const drafted = {
  ...signOff,
  nodes: [agent('draft', 'document.url'), agent('check', 'document.source.0'), ...signOff.nodes],
  edges: [{ from: 'draft', to: 'check' }, { from: 'check', to: signOff.nodes[0].nodeId }, ...signOff.edges],
};

test('a simulation in which agents pass, wherever they look for their URL', async () => {
  const { write, run } = cli();
  const file = write('a.json', drafted);
  const answer = ['--answer', `${signOff.nodes[0].nodeId}:approve`];
  expect(await run('simulate', file, ...answer)).toMatchObject({ code: 0, err: '' });
  const { code, err } = await run('simulate', file, ...answer, '--context', '{}');
  expect([code, err]).toEqual([2, expect.stringMatching(/nothing does, as the run is failed: .*urlPath/)]);
});
