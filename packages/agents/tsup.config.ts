import { library } from '../../tsup.base.ts';

export default library({
  index: 'src/index.ts',
  generic: 'src/adapters/generic.ts',
  'ai-sdk': 'src/adapters/ai-sdk.ts',
  'openai-agents': 'src/adapters/openai-agents.ts',
  langchain: 'src/adapters/langchain.ts',
  mcp: 'src/adapters/mcp.ts',
  claude: 'src/adapters/claude.ts',
});
