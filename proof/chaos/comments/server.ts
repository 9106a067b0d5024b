/** A server of both sides of the comments, on one port, until it is killed. */
import { createServer } from 'node:http';
import { toExpress } from '@org/approval-comments/express';
import { openAnnotationStore } from '@org/approval-store-sql/comments';
import { sidesOver } from '../../../packages/comments/src/test-support/histories/network.js';
import { PREFIXES } from './settings.js';

const [url = '', port = '0'] = process.argv.slice(2);
const open = async (tablePrefix: string) =>
  (await openAnnotationStore(url, { tablePrefix, connections: 4, migrate: false })).store;
const handler = sidesOver({
  content: await open(PREFIXES.content),
  structure: await open(PREFIXES.structure),
});
const listener = toExpress(handler);
const server = createServer((request, response) => void listener(request, response));
server.listen(Number(port), '127.0.0.1', () => process.send?.('ready'));
// The parent is gone.
process.once('disconnect', () => process.exit());
