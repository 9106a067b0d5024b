import express from 'express';
import { expressReceiver } from '@org/approval-webhooks/express';

export const app = express();
const receiver = expressReceiver({
  secrets: [process.env.WEBHOOK_SECRET ?? ''],
  onEvent: (event) => {
    if (event.type === 'execution.completed') console.log(`${event.executionId} is done`);
  },
});
app.post('/hooks', receiver); // before the parsers: the raw body is what was signed
app.use(express.json());
