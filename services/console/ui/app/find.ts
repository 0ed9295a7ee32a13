import { useEffect, useSyncExternalStore } from 'react';

let isOpen = false;
const listeners = new Set<() => void>();

const setOpen = (open: boolean): void => {
  isOpen = open;
  for (const listener of listeners) listener();
};

const listen = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const openFind = (): void => setOpen(true);

export const closeFind = (): void => setOpen(false);

export const useFindOpen = (): boolean => useSyncExternalStore(listen, () => isOpen);

/** Opens the search with Ctrl K or ⌘ K, on every page. */
export const useFindKeys = (): void =>
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      openFind();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
