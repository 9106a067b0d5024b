import type { KeyboardEvent } from 'react';

/** What Safari has where the others have `isComposing`: there, the composition is over before its last key. */
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
