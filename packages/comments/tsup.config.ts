import { library } from '../../tsup.base.ts';

export default library({
  index: 'src/index.ts',
  service: 'src/service/index.ts',
  server: 'src/server/index.ts',
  mail: 'src/mail/index.ts',
  bridge: 'src/bridge/index.ts',
  react: 'src/react/index.ts',
  fetch: 'src/http/fetch.ts',
  express: 'src/http/express.ts',
  fastify: 'src/http/fastify.ts',
});
