/** Completion in the playground: the server sends the list, and the keyboard selects from it. */
export const COMPLETION = `function completion() {
  const text = document.getElementById('text');
  const list = document.getElementById('options');
  if (text === null || list === null) return;
  let offered = { from: 0, items: [] };
  let chosen = 0;
  let asked = 0;
  const close = () => {
    asked++;
    list.hidden = true;
    text.removeAttribute('aria-activedescendant');
  };
  function place() {
    const before = text.value.slice(0, offered.from).split('\\n');
    const style = getComputedStyle(text);
    const pen = document.createElement('canvas').getContext('2d');
    pen.font = style.font;
    const left = pen.measureText('0').width * (before.at(-1).length + 1) - text.scrollLeft;
    list.style.left = Math.max(0, Math.min(left, text.clientWidth - 280)) + 'px';
    list.style.top = text.offsetTop + before.length * parseFloat(style.lineHeight) - text.scrollTop + 12 + 'px';
  }
  function draw() {
    const items = offered.items.map(({ label, detail }, index) => {
      const item = Object.assign(document.createElement('li'), { id: 'option-' + index, textContent: label });
      item.setAttribute('role', 'option');
      item.setAttribute('aria-selected', String(index === chosen));
      item.append(Object.assign(document.createElement('small'), { textContent: detail }));
      item.addEventListener('mousedown', (event) => (event.preventDefault(), take(index)));
      return item;
    });
    list.replaceChildren(...items);
    list.hidden = items.length === 0;
    if (items.length === 0) return close();
    place();
    text.setAttribute('aria-activedescendant', 'option-' + chosen);
    items[chosen].scrollIntoView({ block: 'nearest' });
  }
  function take(index) {
    const { text: written } = offered.items[index];
    text.setSelectionRange(offered.from, text.selectionEnd);
    // Reuses an end quote that is there already.
    if (text.value[text.selectionEnd] === '"' && written.endsWith('"')) text.setSelectionRange(offered.from, text.selectionEnd + 1);
    // Text that is inserted this way can be undone by the keyboard.
    if (!document.execCommand('insertText', false, written)) text.setRangeText(written, text.selectionStart, text.selectionEnd, 'end');
    close();
  }
  const ask = later(80, async () => {
    const mine = ++asked;
    const body = new URLSearchParams({ text: text.value, offset: String(text.selectionEnd) });
    const response = await fetch(text.dataset.complete, { method: 'POST', body });
    const found = response.ok ? await response.json() : { from: 0, items: [] };
    if (mine !== asked) return;
    offered = found;
    chosen = 0;
    draw();
  });
  text.addEventListener('input', ({ inputType, data }) => {
    if (inputType === 'insertText' && data !== null && /["\\w]$/.test(data) && data.length === 1) ask();
    else close();
  });
  text.addEventListener('keydown', (event) => {
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      ask();
    }
    if (list.hidden) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) chosen = (chosen + step + offered.items.length) % offered.items.length;
    else if (event.key === 'Enter' || event.key === 'Tab') take(chosen);
    else if (event.key !== 'Escape') return;
    event.preventDefault();
    if (step !== undefined) draw();
    else close();
  });
  text.addEventListener('blur', close);
}
completion();
`;
