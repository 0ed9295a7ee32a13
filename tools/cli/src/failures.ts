import { types } from 'node:util';
import { Fault } from '@loyalty/kernel';

/** Adds the first inner reason: a refused connection to several addresses has no message of its own. */
export const reasonOf = (thrown: unknown): string => {
  if (!types.isNativeError(thrown)) return firstLine(String(thrown));
  const texts = [firstLine(thrown.message.trim()), ...innerReasons(thrown)];
  return texts.filter((text) => text !== '').join(': ') || thrown.name;
};

const innerReasons = (failure: Error): string[] =>
  'errors' in failure && Array.isArray(failure.errors) ? failure.errors.slice(0, 1).map(reasonOf) : [];

const firstLine = (text: string): string => text.split('\n', 1).join('');

/** The command line asks for something that does not exist: exit code 2. */
export class UsageFault extends Fault {
  constructor(sentence: string) {
    super('USAGE', sentence);
    this.name = 'UsageFault';
  }
}

/** A question of `check` or `probe` has no answer, so nothing was found: exit code 3. */
export class UnavailableFault extends Fault {
  constructor(cause: unknown) {
    super('COULD_NOT_RUN', reasonOf(cause), { cause });
    this.name = 'UnavailableFault';
  }
}

/**
 * The code is the one that Node and Postgres set. Node's own errors are no `instanceof Error` in a second
 * realm.
 */
export const errorCodeOf = (thrown: unknown): string | null =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown && typeof thrown.code === 'string'
    ? thrown.code
    : null;
