/** What the pages do without being loaded anew; all of them work without it. */
import { COMPLETION } from './completion.js';
import { LIVE } from './live.js';
import { VIEWS } from './views.js';

const SWAP = `'use strict';
document.documentElement.classList.add('js');
/** Says that what is shown is not what is; or that it is again. */
function away(isAway) {
  const told = document.getElementById('away');
  if (told !== null) told.hidden = !isAway;
}
/** Puts parts of another page in the place of ours; of one part the last asked wins. */
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
/** The event of this moment in sight, without moving the page. */
function reveal() {
  const now = document.querySelector('.timeline [aria-current]')?.closest('li');
  if (now) now.parentElement.scrollTop = now.offsetTop - now.parentElement.offsetTop - 80;
}
/** Of a picture that is wider than its window the middle, where most definitions begin. */
function middle() {
  for (const it of document.querySelectorAll('.picture.wide')) it.scrollLeft = (it.scrollWidth - it.clientWidth) / 2;
}
document.addEventListener('input', ({ target }) => {
  if (target.id === 'at') show(target.value);
});
reveal();
middle();
/** Where the list of pages is wider than a phone. */
document.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
`;

const PLAYGROUND = `const check = later(300, (form) => {
  const options = { method: 'POST', body: new URLSearchParams(new FormData(form)) };
  void swap('preview', form.action, options);
});
document.addEventListener('input', ({ target }) => {
  if (target.form?.id === 'draft') check(target.form);
});
/** An answer of the run that is tried, without leaving the page. */
document.addEventListener('submit', (event) => {
  const { target: form, submitter } = event;
  if (form.id !== 'draft' || submitter?.name !== 'answer') return;
  event.preventDefault();
  void swap('preview', form.action, { method: 'POST', body: new URLSearchParams(new FormData(form, submitter)) });
});
`;

export const SCRIPT = SWAP + SLIDER + LIVE + VIEWS + PLAYGROUND + COMPLETION;
