import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export default {
  // Native drivers and the packages that load them are external to the bundle.
  serverExternalPackages: ['@org/approval-core', '@org/approval-http', '@org/approval-store-sql', 'libsql'],
  // This repository links packages to other folders; your project does not need this.
  turbopack: { root },
  outputFileTracingRoot: root,
};
