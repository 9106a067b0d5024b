import { library } from '../../tsup.base.ts';

export default library([
  'src/index.ts',
  'src/channels.ts',
  'src/express.ts',
  'src/fastify.ts',
  'src/fetch.ts',
  'src/node.ts',
]);
