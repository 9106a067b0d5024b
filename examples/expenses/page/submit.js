/** The submitter's page: a form, and the state of each expense. */
import { attempt, byId, call, element, money, signedIn, submitExpense } from './common.js';

const { me, nameOf } = await signedIn();
let key = crypto.randomUUID();

byId('expense').onsubmit = (event) => {
  event.preventDefault();
  const { purpose, amount, receiptUrl } = Object.fromEntries(new FormData(event.target));
  void attempt(async () => {
    // The same key until it is known to have arrived: pressed twice, it is submitted once.
    await submitExpense({ key, purpose, receiptUrl, amount: Number(amount) });
    key = crypto.randomUUID();
    event.target.reset();
    await show();
  });
};

/** The state in words; `explain` names the reviewers. */
async function stateOf({ executionId, status, failureReason }) {
  if (status === 'failed') return `No reviewer may approve this: ${failureReason.message}`;
  const { steps } = await call('executions/explain', { executionId });
  const open = steps.find((it) => it.waitsFor !== undefined);
  if (open?.waitsFor === 'people') {
    const may = new Set(open.next.map((it) => it.userId));
    return `Waiting for ${[...may].map(nameOf).join(' or ')}`;
  }
  if (open !== undefined) return 'On its way';
  return steps.some((it) => it.nodeId === 'pay') ? 'Approved, and paid' : 'Sent back';
}

async function row(run) {
  const { purpose, amount } = run.triggerContext;
  return element('li', {}, element('strong', {}, `${purpose}, ${money(amount)}`), ` ${await stateOf(run)}`);
}

async function show() {
  const { items } = await call('executions/list', { party: me, pageSize: 50 });
  const mine = items.filter((it) => it.initiatorId === me);
  byId('expenses').replaceChildren(...(await Promise.all(mine.map(row))));
}

if (me !== null) {
  await attempt(show);
  setInterval(() => void attempt(show), 2_000);
}
