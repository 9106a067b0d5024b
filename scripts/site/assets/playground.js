/** The playground: repaints the text, and refreshes the preview. */
import { EXAMPLES, highlight, preview } from './playground-engine.js';

const form = document.getElementById('draft');
const text = document.getElementById('text');
const painted = document.getElementById('painted');
const shown = document.getElementById('preview');
const summary = document.getElementById('summary');
const example = document.getElementById('example');

/** The colors are below the text area, whose own text is transparent. */
function paint() {
  painted.innerHTML = `${highlight(text.value)}\n`;
  follow();
}

function follow() {
  const layer = painted.parentElement;
  layer.scrollTop = text.scrollTop;
  layer.scrollLeft = text.scrollLeft;
}

/** Values are escaped by the `html` template that makes the preview. */
function show(submitter) {
  const { scrollLeft = 0, scrollTop = 0 } = shown.querySelector('.picture') ?? {};
  const made = preview(new URLSearchParams(new FormData(form, submitter)), Date.now());
  shown.innerHTML = made.html;
  summary.textContent = made.summary;
  shown.querySelector('.picture')?.scrollTo(scrollLeft, scrollTop);
}

let timer;
function later() {
  clearTimeout(timer);
  timer = setTimeout(show, 200);
}

text.addEventListener('input', () => {
  paint();
  later();
});
text.addEventListener('scroll', follow);

example.addEventListener('change', () => {
  text.value = EXAMPLES[Number(example.value)].text;
  // Decisions belong to the previous definition.
  shown.replaceChildren();
  text.scrollTo(0, 0);
  paint();
  show();
});

/** A decision of the simulated run. The next one gets the focus. */
form.addEventListener('submit', (event) => {
  event.preventDefault();
  show(event.submitter);
  (shown.querySelector('.follows button') ?? shown.querySelector('button[name=answer]') ?? shown).focus();
});

/** Selects the line of a finding. */
shown.addEventListener('click', ({ target }) => {
  const button = target.closest('button[data-offset]');
  if (button === null) return;
  const from = Number(button.dataset.offset);
  const end = text.value.indexOf('\n', from);
  text.focus();
  text.setSelectionRange(from, end === -1 ? text.value.length : end);
  const line = text.value.slice(0, from).split('\n').length;
  const height = Number.parseFloat(getComputedStyle(text).lineHeight);
  text.scrollTop = Math.max(0, line * height - text.clientHeight / 2);
});

// A browser that restores the form may show another text than the server sent.
paint();
show();
