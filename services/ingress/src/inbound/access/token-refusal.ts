import { Fault, textOf } from '@loyalty/kernel';
import { errors } from 'jose';

/**
 * Why a token is refused, as a sentence for its bearer. Throws a retriable Fault when the token is not to blame: the
 * keys that would judge it cannot be had.
 */
export const refusalOf = (failure: unknown): string => {
  if (failure instanceof Fault) return refusalOfFault(failure);
  if (failure instanceof errors.JWTExpired) return 'The token has expired.';
  if (failure instanceof errors.JWTClaimValidationFailed) {
    return `The token's claim ${failure.claim} is not what it must be.`;
  }
  if (isOfTheToken(failure)) return 'This is not a valid RS256 token of a known key.';
  throw new Fault('SIGNING_KEYS_UNAVAILABLE', `the keys of tokens cannot be had: ${textOf(failure)}`, {
    retry: true,
    cause: failure,
  });
};

/** Where no tokens are set up the bearer is told so; anything else is not theirs to know. */
const refusalOfFault = (fault: Fault): string => {
  if (fault.retry || fault.publicMessage === undefined) throw fault;
  return fault.publicMessage;
};

const isOfTheToken = (failure: unknown): boolean =>
  failure instanceof errors.JWTInvalid ||
  failure instanceof errors.JWSInvalid ||
  failure instanceof errors.JOSEAlgNotAllowed ||
  failure instanceof errors.JOSENotSupported ||
  failure instanceof errors.JWKSNoMatchingKey ||
  failure instanceof errors.JWKSMultipleMatchingKeys ||
  failure instanceof errors.JWSSignatureVerificationFailed;
