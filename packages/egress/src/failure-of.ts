import { errors } from 'undici';
import { DialError } from './dial-error.ts';
import type { PostFailure } from './post-result.ts';

/** What an error of undici means for whoever owns the endpoint; NO_TURN: nothing, nobody was asked. */
export const failureOf = (error: Error): PostFailure | 'NO_TURN' => {
  if (error instanceof DialError) return error.failure;
  return isOfAnswer(error) ? 'ANSWER_INVALID' : 'CONNECTION_LOST';
};

/** What undici says about an answer that is no HTTP: its parser's errors, and what it has no class for (upgrade, status 100). */
const isOfAnswer = (error: Error): boolean =>
  error instanceof errors.HTTPParserError ||
  error instanceof errors.HeadersOverflowError ||
  error instanceof errors.ResponseContentLengthMismatchError ||
  (error instanceof errors.SocketError && error.message.startsWith('bad '));
