import { types } from 'node:util';
import { Fault } from '@loyalty/kernel';

/**
 * Returns the reason of a failure with the first inner one, because a refused connection to several addresses
 * has no message of its own.
 */
export const reasonOf = (thrown: unknown): string => {
  if (!types.isNativeError(thrown)) return firstLine(String(thrown));
  const texts = [firstLine(thrown.message.trim()), ...innerReasons(thrown)];
  return texts.filter((text) => text !== '').join(': ') || thrown.name;
};

const innerReasons = (failure: Error): string[] =>
  'errors' in failure && Array.isArray(failure.errors) ? failure.errors.slice(0, 1).map(reasonOf) : [];

const firstLine = (text: string): string => text.split('\n', 1).join('');

/** Thrown if the command line asks for something that does not exist. The exit code is 2. */
export class UsageFault extends Fault {
  constructor(sentence: string) {
    super('USAGE', sentence);
    this.name = 'UsageFault';
  }
}

/**
 * Thrown if `check` or `probe` gets no result for a question, so that nothing was found. The exit code is 3.
 */
export class UnavailableFault extends Fault {
  constructor(cause: unknown) {
    super('COULD_NOT_RUN', reasonOf(cause), { cause });
    this.name = 'UnavailableFault';
  }
}

/**
 * Returns the code that Node and Postgres set. Node's own errors are not an `instanceof Error` in a second
 * realm.
 */
export const errorCodeOf = (thrown: unknown): string | null =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown && typeof thrown.code === 'string'
    ? thrown.code
    : null;
