import { types } from 'node:util';

/**
 * Returns a failure as one line. Of several failures together it adds the first inner reason: a refused connection to a name with
 * several addresses has no message of its own.
 */
export const reasonOf = (thrown: unknown): string => {
  if (!types.isNativeError(thrown)) return firstLine(String(thrown));
  const texts = [firstLine(thrown.message.trim()), ...innerReasons(thrown)];
  return texts.filter((text) => text !== '').join(': ') || thrown.name;
};

const innerReasons = (failure: Error): string[] =>
  'errors' in failure && Array.isArray(failure.errors) ? failure.errors.slice(0, 1).map(reasonOf) : [];

const firstLine = (text: string): string => text.split('\n', 1).join('');
