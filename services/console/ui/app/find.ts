import { useEffect, useSyncExternalStore } from 'react';

interface Find {
  readonly isOpen: boolean;
  /** The letters that are looked for. They stand here because the first of them come before there is a field. */
  readonly text: string;
}

let find: Find = { isOpen: false, text: '' };
const listeners = new Set<() => void>();

const setFind = (next: Find): void => {
  find = next;
  for (const listener of listeners) listener();
};

const listen = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const openFind = (): void => setFind({ isOpen: true, text: '' });

export const closeFind = (): void => setFind({ isOpen: false, text: '' });

export const setFindText = (text: string): void => setFind({ isOpen: true, text });

export const useFind = (): Find => useSyncExternalStore(listen, () => find);

const isShortcut = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey);

/** A letter that no field gets, because the one of the search is not there yet. */
const isLost = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  find.isOpen &&
  key.length === 1 &&
  !ctrlKey &&
  !metaKey &&
  !altKey &&
  document.activeElement?.getAttribute('role') !== 'combobox';

/** Opens the search with Ctrl K or ⌘ K, on every page, and keeps what is typed before its field is there. */
export const useFindKeys = (): void =>
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (isShortcut(event)) openFind();
      else if (isLost(event)) setFindText(find.text + event.key);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, []);
