/** A process that fires schedules. */
import { createApprovalEngine } from '@org/approval-core';
import { openBenchStore } from './floor.js';

const { store } = await openBenchStore(process.argv[2] ?? '');
createApprovalEngine({ store });
process.send?.('ready');
