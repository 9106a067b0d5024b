/** Enhancements without reloading; all pages work without them. */
import { COMPLETION } from './completion.js';
import { LIVE } from './live.js';
import { VIEWS } from './views.js';

const SWAP = `'use strict';
document.documentElement.classList.add('js');
/** Shows or hides the warning that the page is out of date. */
function away(isAway) {
  const notice = document.getElementById('away');
  if (notice !== null) notice.hidden = !isAway;
}
/** Replaces a part with that of another page; the last request for a part wins. */
const asked = {};
async function swap(id, url, options) {
  const mine = (asked[id] = (asked[id] ?? 0) + 1);
  const text = await fetch(url, options).then((it) => it.text()).catch(() => '');
  if (mine !== asked[id]) return false;
  const part = new DOMParser().parseFromString(text, 'text/html').getElementById(id);
  const here = document.getElementById(id);
  away(part === null);
  if (part === null || here === null) return false;
  const { scrollLeft = 0, scrollTop = 0 } = here.querySelector('.picture') ?? {};
  here.replaceWith(document.adoptNode(part));
  part.querySelector('.picture')?.scrollTo(scrollLeft, scrollTop);
  return true;
}
function later(ms, work) {
  let timer;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(work, ms, ...args);
  };
}
`;

const SLIDER = `const show = later(60, async (value) => {
  const url = new URL(location.href);
  url.searchParams.set('at', value);
  if (!(await swap('moment', url))) return;
  history.replaceState(null, '', url);
  reveal();
  follow();
  document.getElementById('at')?.focus();
});
/** Scrolls the timeline to the event of this moment, without moving the page. */
function reveal() {
  const now = document.querySelector('.timeline [aria-current]')?.closest('li');
  if (now) now.parentElement.scrollTop = now.offsetTop - now.parentElement.offsetTop - 80;
}
/** Scrolls a wide picture to its middle, where most definitions begin. */
function middle() {
  for (const it of document.querySelectorAll('.picture.wide')) it.scrollLeft = (it.scrollWidth - it.clientWidth) / 2;
}
document.addEventListener('input', ({ target }) => {
  if (target.id === 'at') show(target.value);
});
reveal();
middle();
/** The navigation is wider than a phone. */
document.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
`;

const PLAYGROUND = `const check = later(300, (form) => {
  const options = { method: 'POST', body: new URLSearchParams(new FormData(form)) };
  void swap('preview', form.action, options);
});
document.addEventListener('input', ({ target }) => {
  if (target.form?.id === 'draft') check(target.form);
});
/** A decision of the simulated run, without leaving the page. */
document.addEventListener('submit', (event) => {
  const { target: form, submitter } = event;
  if (form.id !== 'draft' || submitter?.name !== 'answer') return;
  event.preventDefault();
  void swap('preview', form.action, { method: 'POST', body: new URLSearchParams(new FormData(form, submitter)) });
});
`;

export const SCRIPT = SWAP + SLIDER + LIVE + VIEWS + PLAYGROUND + COMPLETION;
