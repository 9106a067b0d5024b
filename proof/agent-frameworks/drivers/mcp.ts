import {
  createRequestStateCodec,
  inputRequired,
  McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { guardTool } from '@org/approval-agents/mcp';
import { type Answer, connected } from '../models/mcp.js';
import type { Driver, Mail, Setting } from './driver.js';

interface Open {
  mail: Mail;
  requestState?: string;
}

/** A server for one call. The client's arguments and received state are the stored state. */
export function mcpDriver(legacy: boolean): Driver {
  const codec = createRequestStateCodec<{ permitId: string }>({
    key: 'k'.repeat(32),
    ttlSeconds: 86_400,
    bind: (context: ServerContext) => context.http?.authInfo?.clientId ?? '',
  });
  const serverOf =
    ({ gate, send }: Setting) =>
    () => {
      const server = new McpServer(
        { name: 'mail', version: '1' },
        { requestState: { verify: (state, context) => codec.verify(state, context) } },
      );
      const sendMail = async (mail: Mail) => ({
        content: [{ type: 'text' as const, text: await send(mail) }],
      });
      server.registerTool(
        'send_mail',
        { inputSchema: z.object({ to: z.string(), text: z.string() }) },
        guardTool(gate, sendMail, {
          name: 'send_mail',
          requester: (auth) => ({ principal: (auth as { clientId: string }).clientId }),
          elicitation: { inputRequired, codec, url: ({ permitId }) => `https://approve.example/${permitId}` },
        }),
      );
      return server;
    };
  const call = async (setting: Setting, { mail, requestState }: Open): Promise<Answer> => {
    const client = await connected(serverOf(setting), { legacy });
    try {
      return await client.call('send_mail', {
        arguments: { ...mail },
        ...(requestState !== undefined && {
          requestState,
          inputResponses: { approval: { action: 'accept' } },
        }),
      });
    } finally {
      await client.close();
    }
  };
  return {
    ...(legacy && { namesNoCall: true }),
    async start(setting, mails) {
      const open: Open[] = [];
      for (const mail of mails) {
        const { requestState } = await call(setting, { mail });
        open.push({ mail, ...(requestState !== undefined && { requestState }) });
      }
      return JSON.stringify(open);
    },
    async resume(setting, stored) {
      const told: Answer[] = [];
      for (const open of JSON.parse(stored) as Open[]) told.push(await call(setting, open));
      if (told.some(isPending)) return { waiting: stored };
      return { told: JSON.stringify(told.map(({ content }) => content)) };
    },
  };
}

const isPending = ({ resultType, content }: Answer) =>
  resultType === 'input_required' ||
  content?.some(({ text }) => text.includes('have not answered yet')) === true;
