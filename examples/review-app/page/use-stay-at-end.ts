/** Keeps a box that scrolls at its end while more is added, unless its reader has scrolled up. */
import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Distance from the end that still counts as there, in px. */
const NEAR = 40;

interface Scrolling<Box> {
  readonly box: RefObject<Box | null>;
  readonly onScroll: () => void;
}

export function useStayAtEnd<Box extends HTMLElement>(length: number): Scrolling<Box> {
  const box = useRef<Box>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    const { current } = box;
    if (current && isAtEnd.current) current.scrollTop = current.scrollHeight;
  }, [length]);
  return {
    box,
    onScroll: () => {
      const { current } = box;
      if (current) isAtEnd.current = current.scrollHeight - current.scrollTop - current.clientHeight < NEAR;
    },
  };
}
