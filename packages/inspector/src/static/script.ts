/** What the pages do without being loaded anew; all of them work without it. */
export const SCRIPT = `'use strict';
/** Puts a part of another page in the place of ours; the last asked wins. */
let asked = 0;
async function swap(id, url, options) {
  const mine = ++asked;
  const response = await fetch(url, options);
  const text = await response.text();
  if (mine !== asked) return false;
  const part = new DOMParser().parseFromString(text, 'text/html').getElementById(id);
  const here = document.getElementById(id);
  if (part === null || here === null) return false;
  here.replaceWith(document.adoptNode(part));
  return true;
}
function later(ms, work) {
  let timer;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(work, ms, ...args);
  };
}
const show = later(60, async (value) => {
  const url = new URL(location.href);
  url.searchParams.set('at', value);
  if (!(await swap('moment', url))) return;
  history.replaceState(null, '', url);
  reveal();
  document.getElementById('at')?.focus();
});
const check = later(300, (form) => {
  const options = { method: 'POST', body: new URLSearchParams(new FormData(form)) };
  void swap('preview', form.action, options);
});
/** The event of this moment in sight, without moving the page. */
function reveal() {
  const now = document.querySelector('.timeline [aria-current]')?.closest('li');
  if (now) now.parentElement.scrollTop = now.offsetTop - now.parentElement.offsetTop - 80;
}
/** A run under way is looked at anew, unless somebody is reading or writing in it. */
setInterval(async () => {
  const part = document.querySelector('#moment[data-live]');
  if (part === null || document.hidden || part.contains(document.activeElement)) return;
  if (part.querySelector('details[open]') !== null) return;
  if (await swap('moment', location.href)) reveal();
}, 2000);
reveal();
document.addEventListener('input', ({ target }) => {
  if (target.id === 'at') show(target.value);
  if (target.id === 'text') check(target.form);
});
`;
