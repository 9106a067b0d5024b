import type { KeyboardEvent } from 'react';

/** Safari's replacement for `isComposing`: it ends the composition before its last key. */
interface InSafari {
  readonly keyCode: number;
}
const COMPOSING = 229;

/** Enter in a composition (Japanese, Chinese, …) ends the composition, and nothing else. */
export const isComposing = ({ nativeEvent }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || (nativeEvent as InSafari).keyCode === COMPOSING;

/** Ctrl+Enter, and Cmd+Enter where there is a Cmd key. */
export const isSendKey = (event: KeyboardEvent): boolean =>
  event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isComposing(event);

export const SEND_KEY = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ Enter' : 'Ctrl+Enter';
