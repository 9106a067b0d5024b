/** Every driver, loaded on demand: a process loads only the framework that it drives. */
import { sdk6, sdk7 } from '../models/ai-sdk.js';
import type { Driver } from './driver.js';

export const drivers: Readonly<Record<string, () => Promise<Driver>>> = {
  'AI SDK 6': async () => (await import('./ai-sdk.js')).aiSdkDriver(await sdk6()),
  'AI SDK 7': async () => (await import('./ai-sdk.js')).aiSdkDriver(await sdk7()),
  'OpenAI Agents SDK': async () => (await import('./openai-agents.js')).openAiDriver(),
  LangChain: async () => (await import('./langchain.js')).langChainDriver(),
  'MCP server 2': async () => (await import('./mcp.js')).mcpDriver(false),
  'MCP server 2, a client of 2025': async () => (await import('./mcp.js')).mcpDriver(true),
  'MCP SDK 1': async () => (await import('./mcp1.js')).mcp1Driver(),
  'Claude Agent SDK (the hook)': async () => (await import('./claude.js')).claudeDriver(),
  'guard of any program': async () => (await import('./generic.js')).genericDriver(),
};
