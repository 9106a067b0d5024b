/**
 * The reviewer's page: their inbox, steps they may decide as a substitute, and their own absences.
 */
import { attempt, byId, call, element, money, signedIn } from './common.js';

const { me, people, nameOf } = await signedIn();
const others = people.filter((it) => it.userId !== me);
const DAY_MS = 86_400_000;

/** Effect of a possible decision, as the engine explains it. */
function consequence({ starts, stepStatus }) {
  if (stepStatus === 'waiting') return 'then others are asked';
  if (starts.includes('finance')) return 'then finance is asked';
  return starts.includes('pay') ? 'then it is paid' : 'then it is sent back';
}

/** A button that does something, and shows the inbox as it is then. */
const button = (textContent, action, title = '') =>
  element('button', {
    type: 'button',
    textContent,
    title,
    onclick: () => attempt(() => action().then(show)),
  });

/** One expense, with the possible decisions and their effects. */
async function row({ executionId, stepId, as }) {
  const step = { executionId, stepId };
  const run = await call('executions/get', { executionId });
  const explained = (await call('executions/explain', step)).steps[0];
  const { purpose, amount, receiptUrl } = run.triggerContext;
  const reason = element('input', { ariaLabel: `Reason, for ${purpose}`, placeholder: 'Reason' });
  const answer = ({ decision, onBehalfOf }) =>
    call('steps/recordReviewerDecision', {
      ...step,
      reviewerId: me,
      decision,
      ...(onBehalfOf !== null && { onBehalfOf }),
      ...(reason.value !== '' && { reason: reason.value }),
    });
  const WORDS = { approve: 'Approve', reject: 'Send back' };
  const answers = explained.next
    .filter((it) => it.userId === me)
    .map((it) => {
      const name = it.onBehalfOf === null ? '' : ` for ${nameOf(it.onBehalfOf)}`;
      return button(WORDS[it.decision] + name, () => answer(it), consequence(it.then));
    });
  const what = element('a', { href: receiptUrl, rel: 'noreferrer', textContent: purpose });
  const by = `${money(amount)} by ${nameOf(run.initiatorId)}`;
  return element('li', {}, what, ` ${by} `, reason, ...answers, ...beside(step, explained, as));
}

/** Further actions: claim a step of a pool, or delegate your own. */
function beside(step, { people: { entries, places } }, as) {
  const pool = entries.find((it) => it.kind === 'pool');
  if (pool !== undefined) {
    const mine = pool.claims.some((it) => it.userId === me);
    const taken = as.find((it) => it.claimedBy !== null)?.claimedBy;
    if (taken !== undefined && !mine) return [`${taken.map(nameOf).join()} is at it`];
    const data = { ...step, reviewerId: me, entry: pool.entry };
    return mine
      ? [button('Leave it to others', () => call('steps/release', data))]
      : [button('I am at it', () => call('steps/claim', data))];
  }
  if (!places.some((it) => it.holder === me)) return [];
  const to = element('select', { ariaLabel: 'Hand over to' }, ...options());
  const handOver = () => call('steps/delegate', { ...step, reviewerId: me, toUserId: to.value });
  return [to, button('Hand over', handOver)];
}

const options = () => others.map((it) => element('option', { value: it.userId, textContent: it.name }));

async function show() {
  const { items } = await call('steps/listWaiting', { reviewerId: me });
  const rows = await Promise.all(items.map(row));
  byId('inbox').replaceChildren(...(rows.length > 0 ? rows : [element('li', {}, 'Nothing')]));
}

async function showAbsences() {
  const { items } = await call('people/listAbsences', { userId: me });
  const day = (time) => new Date(time).toLocaleDateString('en-CA');
  byId('absences').replaceChildren(
    ...items.map(({ absenceId, from, until, substituteId }) => {
      const what = `${day(from)} to ${day(until - 1)}: ${nameOf(substituteId)} answers `;
      const clear = () => call('people/clearAbsence', { absenceId }).then(showAbsences);
      return element(
        'li',
        {},
        what,
        element('button', { textContent: 'Clear', onclick: () => attempt(clear) }),
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
