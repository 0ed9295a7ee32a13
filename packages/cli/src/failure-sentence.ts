import { types } from 'node:util';

/**
 * What went wrong as one line, with the innermost reason where the outer text has none (a refused connection to a
 * name with several addresses says nothing by itself).
 */
export const reasonOf = (thrown: unknown): string => {
  if (!types.isNativeError(thrown)) return firstLine(String(thrown));
  const text = thrown.message.trim();
  if (text !== '') return firstLine(text);
  return 'errors' in thrown && Array.isArray(thrown.errors) && thrown.errors.length > 0
    ? reasonOf(thrown.errors[0])
    : thrown.name;
};

const firstLine = (text: string): string => text.split('\n', 1).join('');
