import { fetchReceiver } from '@org/approval-webhooks/fetch';

export const POST = fetchReceiver({
  secrets: [process.env.WEBHOOK_SECRET ?? ''],
  onEvent: (event) => {
    if (event.type === 'execution.completed') console.log(`${event.executionId} is done`);
  },
});
