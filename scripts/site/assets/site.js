/** The search, and the menu of narrow screens. Without this file the pages read the same. */
import MiniSearch from './minisearch.js';

const input = document.getElementById('search');
const list = document.getElementById('found');
const count = document.getElementById('found-count');
const menu = document.getElementById('menu');
const { root } = input.dataset;

/** Fetched when somebody goes to search, once; after a failure again. */
let loading = null;
function index() {
  loading ??= fetch(new URL(`${root}assets/search.json`, location.href))
    .then((response) => response.text())
    .then((text) =>
      MiniSearch.loadJSON(text, { fields: ['heading', 'text'], storeFields: ['heading', 'href'] }),
    );
  loading.catch(() => {
    loading = null;
  });
  return loading;
}

function show(found) {
  list.replaceChildren(
    ...found.map(({ heading, href }) => {
      const item = document.createElement('li');
      const link = item.appendChild(document.createElement('a'));
      link.href = root + href;
      link.textContent = heading;
      return item;
    }),
  );
  list.hidden = found.length === 0;
  count.textContent = input.value === '' ? '' : `${found.length} found`;
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

input.addEventListener('focus', () => void index().catch(() => undefined));
input.addEventListener('input', () => {
  search().catch((error) => {
    count.textContent = `The search could not be loaded: ${error.message}`;
  });
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') show([]);
});
menu.addEventListener('click', () => {
  menu.setAttribute('aria-expanded', String(menu.getAttribute('aria-expanded') === 'false'));
});
