import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export default {
  // A driver with native code is loaded, not bundled; and so is what loads it.
  serverExternalPackages: ['@org/approval-core', '@org/approval-http', '@org/approval-store-sql', 'libsql'],
  // In this repository the packages are links to other folders; yours needs none of these.
  turbopack: { root },
  outputFileTracingRoot: root,
};
