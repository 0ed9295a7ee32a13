import { textOf } from '@loyalty/kernel';

/**
 * What went wrong as one line, with the innermost reason where the outer text has none (a refused connection to a
 * name with several addresses says nothing by itself).
 */
export const reasonOf = (thrown: unknown): string => {
  const text = textOf(thrown).trim();
  if (text !== '') return firstLine(text);
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return reasonOf(thrown.errors[0]);
  return thrown instanceof Error ? thrown.name : 'unknown';
};

const firstLine = (text: string): string => text.split('\n', 1).join('');
