import { library } from '../../tsup.base.ts';

export default library(
  {
    index: 'src/index.ts',
    auth: 'src/auth/index.ts',
    express: 'src/express.ts',
    fastify: 'src/fastify.ts',
    node: 'src/node.ts',
    fetch: 'src/fetch.ts',
    openapi: 'src/openapi.ts',
    pages: 'src/pages/pages.ts',
  },
  { esModulesOnly: ['jose'] },
);
