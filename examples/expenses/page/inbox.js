/**
 * The reviewer's page: their inbox, steps they may decide as a substitute, and their own absences.
 */
import { attempt, byId, call, element, money, signedIn } from './common.js';

const { me, people, nameOf } = await signedIn();
const others = people.filter((it) => it.userId !== me);
const DAY_MS = 86_400_000;

const WORDS = { approve: 'Approve', reject: 'Send back' };

/** Effect of a possible decision, as the engine explains it. */
function consequence({ decision, then: { starts, stepStatus } }, initiator) {
  const then =
    stepStatus === 'waiting'
      ? 'others are asked next'
      : starts.includes('finance')
        ? 'finance is asked next'
        : starts.includes('pay')
          ? 'it is paid'
          : `it goes back to ${initiator}`;
  return `${WORDS[decision]}: ${then}.`;
}

/** A button that does something, and shows the inbox as it is then. */
function button(textContent, action, kind = '') {
  const made = element('button', {
    type: 'button',
    className: 'ap-btn',
    textContent,
    onclick: () => attempt(() => action().then(show)),
  });
  made.dataset.kind = kind;
  return made;
}

/** One expense, with the possible decisions and their effects. */
async function row({ executionId, stepId, as }) {
  const step = { executionId, stepId };
  const run = await call('executions/get', { executionId });
  const explained = (await call('executions/explain', step)).steps[0];
  const { purpose, amount, receiptUrl } = run.triggerContext;
  const reason = element('input', {
    className: 'ap-input',
    ariaLabel: `Reason, for ${purpose}`,
    placeholder: 'Reason',
  });
  const answer = ({ decision, onBehalfOf }) =>
    call('steps/recordReviewerDecision', {
      ...step,
      reviewerId: me,
      decision,
      ...(onBehalfOf !== null && { onBehalfOf }),
      ...(reason.value !== '' && { reason: reason.value }),
    });
  const mine = explained.next.filter((it) => it.userId === me);
  const answers = mine.map((it) => {
    const name = it.onBehalfOf === null ? '' : ` for ${nameOf(it.onBehalfOf)}`;
    return button(WORDS[it.decision] + name, () => answer(it), it.decision);
  });
  const initiator = nameOf(run.initiatorId);
  const effects = new Set(mine.map((it) => consequence(it, initiator)));
  const what = element('a', { href: receiptUrl, rel: 'noreferrer', textContent: purpose, dir: 'auto' });
  const sum = element('span', { className: 'ap-num', textContent: money(amount) });
  return element(
    'li',
    { className: 'ap-item' },
    element('div', { className: 'ap-item-head' }, element('h3', {}, what), sum),
    element('p', { className: 'ap-2nd' }, `${initiator} asks for it.`),
    ...(effects.size === 0 ? [] : [element('p', {}, [...effects].join(' '))]),
    ...(mine.length === 0 ? [] : [element('div', { className: 'ap-row ap-answers' }, reason, ...answers)]),
    element('div', { className: 'ap-row' }, ...beside(step, explained, as)),
  );
}

/** Further actions: claim a step of a pool, or delegate your own. */
function beside(step, { people: { entries, places } }, as) {
  const pool = entries.find((it) => it.kind === 'pool');
  if (pool !== undefined) {
    const mine = pool.claims.some((it) => it.userId === me);
    const taken = as.find((it) => it.claimedBy !== null)?.claimedBy;
    if (taken !== undefined && !mine) return [`${taken.map(nameOf).join()} has reserved it.`];
    const data = { ...step, reviewerId: me, entry: pool.entry };
    return mine
      ? [button('Release', () => call('steps/release', data))]
      : [button('Reserve', () => call('steps/claim', data))];
  }
  if (!places.some((it) => it.holder === me)) return [];
  const to = element('select', { className: 'ap-input', ariaLabel: 'Delegate to' }, ...options());
  const delegate = () => call('steps/delegate', { ...step, reviewerId: me, toUserId: to.value });
  return [to, button('Delegate', delegate)];
}

const options = () => others.map((it) => element('option', { value: it.userId, textContent: it.name }));

async function show() {
  const { items } = await call('steps/listWaiting', { reviewerId: me });
  const rows = await Promise.all(items.map(row));
  const nothing = element('li', { className: 'ap-2nd' }, 'Nothing waits for you.');
  byId('inbox').replaceChildren(...(rows.length > 0 ? rows : [nothing]));
}

async function showAbsences() {
  const { items } = await call('people/listAbsences', { userId: me });
  const day = (time) => new Date(time).toLocaleDateString('en-CA');
  byId('absences').replaceChildren(
    ...items.map(({ absenceId, from, until, substituteId }) => {
      const what = `${day(from)} to ${day(until - 1)}: ${nameOf(substituteId)} decides for you.`;
      const clear = () => call('people/clearAbsence', { absenceId }).then(showAbsences);
      return element(
        'li',
        { className: 'ap-item' },
        element(
          'div',
          { className: 'ap-row' },
          what,
          element('button', { className: 'ap-btn', textContent: 'Clear', onclick: () => attempt(clear) }),
        ),
      );
    }),
  );
}

byId('leave').substituteId.replaceChildren(...options());
byId('leave').onsubmit = (event) => {
  event.preventDefault();
  const { from, until, substituteId } = Object.fromEntries(new FormData(event.target));
  const midnight = (date) => new Date(`${date}T00:00`).getTime();
  const absence = { userId: me, substituteId, from: midnight(from), until: midnight(until) + DAY_MS };
  void attempt(() => call('people/setAbsence', absence).then(showAbsences));
};

if (me !== null) {
  await attempt(show);
  await attempt(showAbsences);
}
