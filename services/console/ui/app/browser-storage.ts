/** Returns what this browser keeps under a name; null if it keeps nothing, or if storage is forbidden. */
export const readStored = (name: string): string | null => {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
};

/** Keeps a text in this browser. If storage is forbidden, it is forgotten when the page is left. */
export const writeStored = (name: string, text: string): void => {
  try {
    localStorage.setItem(name, text);
  } catch {
    // The page goes on with what it has.
  }
};
