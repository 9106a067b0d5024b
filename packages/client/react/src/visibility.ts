/** Visibility of the page; outside of browsers it counts as visible. */
import { isObject } from '@org/approval-internal/values';

interface Page {
  readonly visibilityState: unknown;
  addEventListener(type: 'visibilitychange', listener: () => void): void;
  removeEventListener(type: 'visibilitychange', listener: () => void): void;
}

const isPage = (value: unknown): value is Page =>
  isObject(value) && 'visibilityState' in value && typeof value['addEventListener'] === 'function';

/** Returns the current page; null outside of browsers. */
function page(): Page | null {
  const found: unknown = Reflect.get(globalThis, 'document');
  return isPage(found) ? found : null;
}

/** True in a hidden tab. */
export const isHidden = (): boolean => page()?.visibilityState === 'hidden';

/** Calls the listener when the page is shown or hidden. Returns a function that unsubscribes. */
export function onVisibility(listener: () => void): () => void {
  const found = page();
  found?.addEventListener('visibilitychange', listener);
  return () => found?.removeEventListener('visibilitychange', listener);
}
