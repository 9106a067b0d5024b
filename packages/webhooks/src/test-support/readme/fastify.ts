import fastify from 'fastify';
import { fastifyReceiver } from '@org/approval-webhooks/fastify';

export const app = fastify();
await app.register(fastifyReceiver, {
  path: '/hooks',
  secrets: [process.env.WEBHOOK_SECRET ?? ''],
  onEvent: (event) => {
    if (event.type === 'execution.completed') console.log(`${event.executionId} is done`);
  },
});
