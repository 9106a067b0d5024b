/**
 * MCP's own approval: a form by the client (`inputRequired.elicit`), with or without signed state.
 */
import {
  acceptedContent,
  createRequestStateCodec,
  inputRequired,
  McpServer,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { connected, type Sent } from '../models/mcp.js';
import { aYearLater, ANN, EVE, happened, type Mail, type Row } from './scenario.js';

const confirmation = z.object({ confirm: z.boolean() });
const accepted = { confirm: { action: 'accept', content: { confirm: true } } };
const declined = { confirm: { action: 'decline' } };

export async function mcp(withState: boolean): Promise<Row> {
  const codec = createRequestStateCodec<{ asked: true }>({ key: 'k'.repeat(32) });
  const serverOf = (sent: Mail[]) => () => {
    const server = new McpServer(
      { name: 'mail', version: '1' },
      withState ? { requestState: { verify: (state, context) => codec.verify(state, context) } } : {},
    );
    // Follows the documentation of the SDK.
    server.registerTool(
      'send_mail',
      { inputSchema: z.object({ to: z.string() }) },
      async (input, context) => {
        const confirmed = acceptedContent(context.mcpReq.inputResponses, 'confirm', confirmation);
        const asked = !withState || context.mcpReq.requestState<{ asked: true }>()?.asked === true;
        if (asked && confirmed?.confirm === true) {
          sent.push(input);
          return { content: [{ type: 'text' as const, text: 'sent' }] };
        }
        return inputRequired({
          inputRequests: {
            confirm: inputRequired.elicit({
              message: `Write to ${input.to}?`,
              requestedSchema: confirmation,
            }),
          },
          ...(withState && { requestState: await codec.mint({ asked: true }) }),
        });
      },
    );
    return server;
  };
  const scenario = async (make: (call: (sent: Sent) => Promise<string | undefined>) => Promise<unknown>) => {
    const sent: Mail[] = [];
    const { call, close } = await connected(serverOf(sent));
    const words = await happened(sent, () =>
      make(async (request) => (await call('send_mail', request)).requestState),
    );
    await close();
    return words;
  };
  const args = (mail: Mail) => ({ arguments: { ...mail } });
  const answer = (requestState: string | undefined, inputResponses: Record<string, unknown> = accepted) => ({
    inputResponses,
    ...(requestState !== undefined && { requestState }),
  });

  return {
    framework: 'MCP server 2.4',
    set: withState ? '`inputRequired.elicit`, signed `requestState`' : '`inputRequired.elicit`',
    seen: {
      changed: await scenario(async (call) => {
        const state = await call(args(ANN));
        await call({ ...args(EVE), ...answer(state) });
      }),
      forged: await scenario((call) => call({ ...args(EVE), ...answer(undefined) })),
      later: await scenario(async (call) => {
        const state = await call(args(ANN));
        await call({ ...args(ANN), ...answer(state, declined) });
        await call(args(EVE));
        await call({ ...args(EVE), ...answer(state) });
      }),
      restart: await scenario(async (call) => {
        const state = await call(args(ANN));
        await call({ ...args(ANN), ...answer(state) });
        await call({ ...args(ANN), ...answer(state) });
      }),
      timeout: await scenario(async (call) => {
        const state = await call(args(ANN));
        await aYearLater(() => call({ ...args(ANN), ...answer(state) }));
      }),
      denied: await scenario(async (call) => {
        const state = await call(args(ANN));
        await call({ ...args(ANN), ...answer(state, declined) });
        await call({ ...args(ANN), ...answer(state) });
      }),
    },
  };
}
