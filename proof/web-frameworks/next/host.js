/** One engine for the process, however often Next loads this module. */
import { openStore } from '@org/approval-store-sql/open';
import { hostOn } from '../shared.mjs';

async function open() {
  const { store } = await openStore(`sqlite:${process.env.APPROVALS_FILE}`);
  return hostOn(store);
}

/** Not at build time: what is open then is nobody's. */
export const host = () => (globalThis.approvalHost ??= open());
