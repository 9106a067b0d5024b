/** A client of an in-process server: real frames of the protocol, no network. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createMcpHandler, type McpServerFactory } from '@modelcontextprotocol/server';

export interface Answer {
  resultType?: string;
  requestState?: string;
  inputRequests?: Record<string, { params: { url?: string } }>;
  content?: { type: string; text: string }[];
  isError?: boolean;
}

/** Data of a request beside the name of the tool. */
export interface Sent {
  arguments: Record<string, unknown>;
  inputResponses?: Record<string, unknown>;
  requestState?: string;
}

/** A client of revision 2026-07-28, or of 2025 with `legacy`; `authInfo` is its identity. */
export async function connected(
  factory: McpServerFactory,
  { legacy = false, clientId = 'assistant' }: { legacy?: boolean; clientId?: string } = {},
) {
  const handler = createMcpHandler(factory);
  const client = new Client(
    { name: 'client', version: '1' },
    {
      capabilities: { elicitation: { form: {}, url: {} } },
      versionNegotiation: { mode: legacy ? 'legacy' : 'auto' },
      inputRequired: { autoFulfill: false },
    },
  );
  const authInfo = { token: 'a token', clientId, scopes: [] };
  await client.connect(
    new StreamableHTTPClientTransport(new URL('http://server.example/mcp'), {
      fetch: (url, init) => handler.fetch(new Request(url, init), { authInfo }),
    }),
  );
  return {
    call: async (name: string, sent: Sent) =>
      (await client.callTool({ name, ...sent }, { allowInputRequired: true })) as unknown as Answer,
    close: async () => {
      await client.close();
      await handler.close();
    },
  };
}
