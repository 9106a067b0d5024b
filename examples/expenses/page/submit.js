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

/** The state: tone, sign and words. `explain` names the reviewers. */
async function stateOf({ executionId, status, failureReason }) {
  if (status === 'failed') return ['no', '✗', `No reviewer may approve this: ${failureReason.message}`];
  const { steps } = await call('executions/explain', { executionId });
  const open = steps.find((it) => it.waitsFor !== undefined);
  if (open?.waitsFor === 'people') {
    const may = new Set(open.next.map((it) => it.userId));
    return ['wait', '…', `Waiting for ${[...may].map(nameOf).join(' or ')}`];
  }
  if (open !== undefined) return ['agent', '▸', 'In progress'];
  return steps.some((it) => it.nodeId === 'pay')
    ? ['ok', '✓', 'Approved, and paid']
    : ['no', '✗', 'Sent back'];
}

async function row(run) {
  const { purpose, amount } = run.triggerContext;
  const [tone, sign, words] = await stateOf(run);
  const chip = element(
    'span',
    { className: 'ap-chip' },
    element('span', { ariaHidden: 'true', textContent: sign }),
    ` ${words}`,
  );
  chip.dataset.tone = tone;
  return element(
    'li',
    { className: 'ap-item' },
    element(
      'div',
      { className: 'ap-item-head' },
      element('h3', { textContent: purpose, dir: 'auto' }),
      element('span', { className: 'ap-num', textContent: money(amount) }),
    ),
    element('p', {}, chip),
  );
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
