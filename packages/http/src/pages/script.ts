/** Script of the pages: they follow the events of their reader, and the inbox has keys. */
import { EXTERNAL_EVENTS } from '@org/approval-internal/event-types';

/** Deadlines are words, which grow old; a substitute's rows come without events. */
const REFRESH_MS = 60_000;
/** Events of one commit come together. */
const GATHER_MS = 50;
const RETRY_MS = 2_000;

const FOLLOWING = `
let source = null, timer = 0, running = false, again = false, pause = ${RETRY_MS};
const main = document.getElementById('main');
let live = main.dataset.live;
let after = null;
function soon() { clearTimeout(timer); timer = setTimeout(() => refresh().catch(() => undefined), ${GATHER_MS}); }
function follow() {
  if (!live || source !== null || document.hidden) return;
  const url = new URL(live, location.href);
  if (after !== null) url.searchParams.set('after', after);
  source = new EventSource(url);
  const changed = (event) => { after = event.lastEventId || after; soon(); };
  for (const type of ${JSON.stringify(Object.keys(EXTERNAL_EVENTS))}) source.addEventListener(type, changed);
  source.onopen = () => { pause = ${RETRY_MS}; };
  source.onerror = () => {
    if (source === null || source.readyState !== EventSource.CLOSED) return;
    source = null;
    setTimeout(() => refresh().catch(() => undefined).then(follow), pause);
    pause = Math.min(pause * 2, ${REFRESH_MS});
  };
}
function leave() { source?.close(); source = null; }
async function refresh() {
  if (running) { again = true; return; }
  running = true;
  try {
    const response = await fetch(location.href, { headers: { accept: 'text/html' } });
    if (!response.ok) return;
    const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
    live = fresh.getElementById('main').dataset.live;
    after = null;
    if (!live) leave();
    if (document.getElementById('rows') !== null) inbox(fresh);
    else if (document.getElementById('live') !== null) run(fresh);
  } finally {
    running = false;
    if (again) { again = false; soon(); }
  }
}
document.addEventListener('visibilitychange', () => {
  if (document.hidden) { leave(); return; }
  soon();
  follow();
});
addEventListener('pagehide', leave);
addEventListener('pageshow', (event) => { if (event.persisted) { soon(); follow(); } });
setInterval(() => { if (!document.hidden && live) soon(); }, ${REFRESH_MS});
follow();
`;

/** Rows never move under the hand: new ones wait behind a button, and answered ones stay. */
const INBOX = `
const keyOf = (row) => row.querySelector('.ap-item-title').getAttribute('href');
const rowsOf = (page) => new Map([...page.querySelectorAll('.ap-item')].map((row) => [keyOf(row), row]));
function inbox(fresh) {
  const [from, to] = [fresh.getElementById('rows'), document.getElementById('rows')];
  if (from === null) return;
  const [now, shown] = [rowsOf(from), rowsOf(to)];
  const isEmpty = shown.size === 0;
  for (const [key, row] of shown) {
    const next = now.get(key);
    if (next === undefined) gone(row);
    else if (next.innerHTML !== row.innerHTML && !row.contains(document.activeElement)) {
      row.innerHTML = next.innerHTML;
      delete row.dataset.gone;
    }
  }
  const isNew = [...now.keys()].some((key) => !shown.has(key));
  if (isEmpty) { if (from.innerHTML !== to.innerHTML) to.innerHTML = from.innerHTML; return; }
  const place = document.getElementById('fresh');
  if (!isNew) { place.replaceChildren(); return; }
  if (place.firstChild === null)
    place.append(document.getElementById('fresh-button').content.cloneNode(true));
  place.firstChild.onclick = () => { to.innerHTML = from.innerHTML; place.replaceChildren(); focusRow(0); };
}
function gone(row) {
  if (row.dataset.gone !== undefined) return;
  row.dataset.gone = '';
  row.querySelector('.ap-chip')?.remove();
  row.lastElementChild.append(document.getElementById('gone').content.cloneNode(true));
}
function focusRow(index) {
  const rows = [...document.querySelectorAll('.ap-item-title')];
  rows[Math.min(rows.length - 1, Math.max(0, index))]?.focus();
}
document.addEventListener('keydown', (event) => {
  const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0;
  if (step === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '')) return;
  const rows = [...document.querySelectorAll('.ap-item-title')];
  focusRow(rows.indexOf(document.activeElement) + step);
});
`;

/** Typed text stays, unless the reader cannot answer any more. */
const RUN = `
const hiddenOf = (page) =>
  [...page.querySelectorAll('#answer input[type=hidden]')].map((it) => it.name + '=' + it.value).join('&');
function replace(id, fresh) {
  const [from, to] = [fresh.getElementById(id), document.getElementById(id)];
  if (from === null || to === null || from.innerHTML === to.innerHTML) return;
  if (to.contains(document.activeElement)) return;
  to.innerHTML = from.innerHTML;
}
function run(fresh) {
  replace('live', fresh);
  const [from, to] = [fresh.getElementById('side'), document.getElementById('side')];
  if (from === null || to === null || from.innerHTML === to.innerHTML) return;
  const [next, own] = [fresh.getElementById('answer'), document.getElementById('answer')];
  if (next !== null && own !== null && hiddenOf(fresh) === hiddenOf(document)) return;
  const hasFocus = to.contains(document.activeElement);
  if (next === null && own === null && hasFocus) return;
  const typed = [...to.querySelectorAll('#answer textarea, #answer input.ap-input, #answer select')];
  to.innerHTML = from.innerHTML;
  for (const { id, value } of typed) {
    const field = document.getElementById(id);
    if (field !== null) field.value = value;
  }
  const told = document.getElementById('told');
  told.hidden = own === null || next === null;
  const title = to.querySelector('h2');
  told.querySelector('span').textContent = told.hidden ? (title?.textContent ?? '') : told.dataset.changed;
  if (hasFocus) { to.tabIndex = -1; to.focus(); }
}
`;

export const SCRIPT = `${INBOX}${RUN}${FOLLOWING}`;
