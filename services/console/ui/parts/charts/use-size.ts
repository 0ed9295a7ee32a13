import { useCallback, useState } from 'react';

/**
 * Returns the width of an element in pixels and the reference that measures it; 0 before the element exists.
 */
export const useSize = (): readonly [number, (element: HTMLElement | null) => (() => void) | undefined] => {
  const [width, setWidth] = useState(0);
  const measured = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(Math.floor(entry.contentRect.width));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [width, measured];
};
