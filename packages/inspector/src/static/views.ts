/** Named filters, stored in the browser only. */
export const VIEWS = `function views() {
  const place = document.getElementById('views');
  if (place === null) return;
  const key = 'approval-inspector:' + new URL(location.href).pathname;
  const read = () => {
    try {
      const kept = JSON.parse(localStorage.getItem(key) ?? '[]');
      return Array.isArray(kept) ? kept.filter((it) => typeof it?.name === 'string' && typeof it.query === 'string') : [];
    } catch {
      return [];
    }
  };
  const made = (tag, text, more = {}) => Object.assign(document.createElement(tag), { textContent: text }, more);
  const write = (kept) => {
    localStorage.setItem(key, JSON.stringify(kept));
    draw();
  };
  function draw() {
    const items = read().map(({ name, query }) => {
      const item = document.createElement('li');
      const link = made('a', name, { href: location.pathname + query });
      if (query === location.search) link.setAttribute('aria-current', 'true');
      const remove = made('button', '×', { type: 'button', onclick: () => write(read().filter((it) => it.name !== name)) });
      remove.setAttribute('aria-label', 'Forget the view ' + name);
      item.append(link, remove);
      return item;
    });
    const list = document.createElement('ul');
    list.append(...items);
    const form = document.createElement('form');
    const label = made('label', 'Keep these filters as ');
    const input = made('input', '', { required: true, maxLength: 40, autocomplete: 'off' });
    label.append(input);
    form.append(label, made('button', 'Keep'));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const name = input.value.trim();
      const rest = read().filter((it) => it.name !== name);
      if (name !== '') write([...rest, { name, query: location.search }].slice(-20));
    });
    place.replaceChildren(list, ...(location.search === '' ? [] : [form]));
    place.hidden = items.length === 0 && location.search === '';
  }
  draw();
}
views();
`;
