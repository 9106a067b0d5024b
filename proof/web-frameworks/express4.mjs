/** Express 4: mounted before the parsers, like Express 5. */
import { createMemoryStore } from '@org/approval-core';
import { toExpress } from '@org/approval-http/express';
import express from 'express';
import { hostOn } from './shared.mjs';

const { engine, handler } = await hostOn(createMemoryStore());
const app = express();
app.use('/approvals', toExpress(handler));
app.use(express.json());
app.get('/health', (_request, response) => response.json({ ok: true }));
const server = app.listen(0, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}`);
});
process.once('SIGTERM', () => {
  server.close();
  server.closeIdleConnections();
  void engine.stop();
});
