/** Script of the pages: fresh rows and states without a reload, and keys in the inbox. */
export const SCRIPT = `const main = document.getElementById('main');
async function refresh() {
  if (document.hidden || main === null || main.dataset.live === undefined) return;
  const response = await fetch(location.href);
  if (!response.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
  const isRun = document.getElementById('live') !== null;
  const [from, to] = isRun
    ? [fresh.getElementById('live'), document.getElementById('live')]
    : [fresh.getElementById('main'), main];
  if (from === null || from.innerHTML === to.innerHTML) return;
  const form = document.getElementById('answer');
  if (isRun && form !== null && fresh.getElementById('answer') === null) form.remove();
  if (to.contains(document.activeElement) && document.activeElement !== to) return;
  to.innerHTML = from.innerHTML;
}
setInterval(() => refresh().catch(() => undefined), 1000);
document.addEventListener('visibilitychange', () => refresh().catch(() => undefined));
document.addEventListener('keydown', (event) => {
  const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0;
  if (step === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '')) return;
  const rows = [...document.querySelectorAll('.ap-item-title')];
  rows[Math.min(rows.length - 1, Math.max(0, rows.indexOf(document.activeElement) + step))]?.focus();
});
`;
