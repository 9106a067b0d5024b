/** Applies the chosen color scheme before the page is drawn. Loaded as a classic script for that reason. */
{
  let kept = null;
  try {
    kept = localStorage.getItem('approval-site:theme');
  } catch {
    // Storage may be forbidden: the page then follows the system.
  }
  if (kept === 'light' || kept === 'dark') document.documentElement.dataset.theme = kept;
}
