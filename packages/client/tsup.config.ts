import { library } from '../../tsup.base.ts';

export default library(['src/index.ts'], { typesOf: ['@org/approval-agents', '@org/approval-core'] });
