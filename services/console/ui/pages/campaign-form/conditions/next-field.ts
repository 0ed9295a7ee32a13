import { useEffect, useRef } from 'react';

/** The first control of what stands at a pointer; null while there is none. */
const controlAt = (pointer: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`.card:not(.try) [name^="${CSS.escape(pointer)}"]`);

/** Gives the focus to what was just added, once it exists, so that a person can continue typing in it. */
export const useNextField = () => {
  const next = useRef<string | null>(null);
  useEffect(() => {
    const control = next.current === null ? null : controlAt(next.current);
    if (control === null) return;
    next.current = null;
    control.focus();
  });
  return {
    focusOn: (pointer: string): void => {
      next.current = pointer;
    },
    /** Returns what was added, for an element that gives the focus back when it closes. */
    added: (): HTMLElement | null => (next.current === null ? null : controlAt(next.current)),
  };
};
