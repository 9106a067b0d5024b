/** Search, color scheme, and the menu of narrow screens. Without this file all text is readable. */
import MiniSearch from './minisearch.js';

const input = document.getElementById('search');
const list = document.getElementById('found');
const count = document.getElementById('found-count');
const menu = document.getElementById('menu');
const theme = document.getElementById('theme');
const { root } = input.dataset;

/** Fetched once, on the first focus of the search field; again after a failure. */
let loading = null;
function index() {
  loading ??= fetch(new URL(`${root}assets/search.json`, location.href))
    .then((response) => {
      if (!response.ok) throw new Error(`the server responded with ${response.status}`);
      return response.text();
    })
    .then((text) =>
      MiniSearch.loadJSON(text, {
        fields: ['heading', 'text'],
        storeFields: ['heading', 'href', 'section'],
      }),
    );
  loading.catch(() => {
    loading = null;
  });
  return loading;
}

function show(found) {
  list.replaceChildren(
    ...found.map(({ heading, href, section }) => {
      const item = document.createElement('li');
      const link = item.appendChild(document.createElement('a'));
      link.href = root + href;
      link.textContent = heading;
      const where = item.appendChild(document.createElement('small'));
      where.textContent = section;
      return item;
    }),
  );
  list.hidden = found.length === 0;
  count.textContent = input.value === '' ? '' : `${found.length} found`;
  count.classList.toggle('empty', input.value !== '' && found.length === 0);
}

async function search() {
  const text = input.value.trim();
  if (text === '') return show([]);
  const found = (await index()).search(text, {
    prefix: true,
    fuzzy: 0.2,
    boost: { heading: 3 },
    combineWith: 'AND',
  });
  // Another text may have been typed while the index was fetched.
  if (text === input.value.trim()) show(found.slice(0, 12));
}

const refresh = () =>
  search().catch((error) => {
    count.textContent = `The search could not be loaded: ${error.message}`;
    count.classList.add('empty');
  });

input.addEventListener('focus', () => void index().catch(() => undefined));
input.addEventListener('input', refresh);

const isTyping = ({ target }) => target.matches?.('input, textarea, select, [contenteditable]');

document.addEventListener('keydown', (event) => {
  const { key } = event;
  if (key === '/' && !isTyping(event) && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    input.focus();
    input.select();
  }
  if (key === 'Escape' && !list.hidden) {
    show([]);
    input.focus();
  }
});

/** The arrow keys move between the field and the results; Enter in the field opens the first. */
document.getElementById('searching').addEventListener('keydown', (event) => {
  const links = [...list.querySelectorAll('a')];
  if (event.key === 'Enter' && event.target === input) links[0]?.click();
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || links.length === 0) return;
  event.preventDefault();
  const next = links.indexOf(document.activeElement) + step;
  (links[next] ?? (step < 0 ? input : links.at(-1))).focus();
});

document.addEventListener('click', ({ target }) => {
  if (!target.closest('#searching')) list.hidden = true;
});

menu.addEventListener('click', () => {
  menu.setAttribute('aria-expanded', String(menu.getAttribute('aria-expanded') === 'false'));
});

const system = matchMedia('(prefers-color-scheme: dark)');
const html = document.documentElement;
const isDark = () => (html.dataset.theme ?? (system.matches ? 'dark' : 'light')) === 'dark';
const press = () => theme.setAttribute('aria-pressed', String(isDark()));

theme.addEventListener('click', () => {
  const chosen = isDark() ? 'light' : 'dark';
  const isSystem = system.matches === (chosen === 'dark');
  // The choice that equals the system's follows the system from then on.
  if (isSystem) delete html.dataset.theme;
  else html.dataset.theme = chosen;
  try {
    if (isSystem) localStorage.removeItem('approval-site:theme');
    else localStorage.setItem('approval-site:theme', chosen);
  } catch {
    // Storage may be forbidden: the choice then lasts for this page.
  }
  press();
});
system.addEventListener('change', press);
press();
theme.hidden = false;
