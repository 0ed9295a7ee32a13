import { errors } from 'undici';
import { DialError } from './dial-error.ts';
import type { PostFailure } from './post-result.ts';

/** Converts an error of undici to a result for the endpoint's owner. NO_TURN means that no server was contacted. */
export const failureOf = (error: Error): PostFailure | 'NO_TURN' => {
  if (error instanceof DialError) return error.failure;
  return isOfAnswer(error) ? 'ANSWER_INVALID' : 'CONNECTION_LOST';
};

/** Returns true for undici's errors about invalid HTTP: its parser's errors, and those without a class (upgrade, status 100). */
const isOfAnswer = (error: Error): boolean =>
  error instanceof errors.HTTPParserError ||
  error instanceof errors.HeadersOverflowError ||
  error instanceof errors.ResponseContentLengthMismatchError ||
  (error instanceof errors.SocketError && error.message.startsWith('bad '));
