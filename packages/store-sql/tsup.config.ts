import { library } from '../../tsup.base.ts';

export default library(
  {
    index: 'src/index.ts',
    open: 'src/open.ts',
    comments: 'src/comments/index.ts',
    permits: 'src/permits/index.ts',
  },
  { beside: ['src/drivers/sqlite-worker.mjs'] },
);
