/** Responses that no store could keep: what is kept of them (contract section 2). */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { portOf } from '@org/approval-internal/port';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attackedKit, callNode } from './kit.js';

const { engine, run } = attackedKit({ allowHttp: true, allowPrivate: true });
const answer = { type: 'application/json', body: '' };
const receiver = createServer((request, response) => {
  request.resume();
  response.writeHead(200, { 'content-type': answer.type }).end(answer.body);
});
let url = '';
beforeAll(async () => {
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  url = `http://127.0.0.1:${portOf(receiver)}/x`;
});
afterAll(async () => {
  await engine.stop();
  receiver.close();
});

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const JSON_TYPE = 'application/json; charset=utf-8';

test.each<[string, string, string, object]>([
  [
    '64 KiB',
    JSON_TYPE,
    `"${'x'.repeat(65_534)}"`,
    { responseTruncated: false, responseJson: 'x'.repeat(65_534) },
  ],
  ['70 KiB', JSON_TYPE, `"${'x'.repeat(71_680)}"`, { responseTruncated: true, responseJson: null }],
  ['a NUL', 'text/plain', 'a\0b', { responseText: 'a\uFFFDb', responseJson: null }],
  ['half of a character', JSON_TYPE, '"\\ud83d"', { responseText: '"\\ud83d"', responseJson: null }],
  [
    '64 levels',
    JSON_TYPE,
    nested(64),
    { responseText: nested(64), responseJson: JSON.parse(nested(64)) as object },
  ],
  ['65 levels', JSON_TYPE, nested(65), { responseText: nested(65), responseJson: null }],
  ['another type', 'text/json', '{"a":1}', { responseText: '{"a":1}', responseJson: null }],
  ['a type with +json', 'application/problem+json', '{"a":1}', { responseJson: { a: 1 } }],
  ['no JSON', JSON_TYPE, '{"a":', { responseText: '{"a":', responseJson: null }],
])('%s', async (_, type, body, output) => {
  Object.assign(answer, { type, body });
  const { step } = await run(callNode({ url }));
  expect(step.status).toBe('completed');
  expect(step.output).toMatchObject(output);
});
