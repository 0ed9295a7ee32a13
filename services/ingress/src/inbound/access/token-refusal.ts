import { Fault, textOf } from '@loyalty/kernel';
import { errors } from 'jose';

/**
 * Returns why a token is refused, as a sentence for its bearer. Throws a retriable Fault when the token is not at fault: the
 * keys that would check it are unavailable.
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

/** Returns the Fault's public message, which says that tokens are not set up. Rethrows any other Fault. */
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
