import { writeFileSync } from 'node:fs';
import { library } from '../../tsup.base.ts';
import { verifyPage } from './src/page/page.ts';

const options = library({ index: 'src/index.ts' }) as object;

export default {
  ...options,
  onSuccess: async () => {
    writeFileSync('dist/verify.html', await verifyPage());
  },
};
