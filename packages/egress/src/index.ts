export {
  createAddressPolicy,
  parseCidrs,
  readAllowedCidrs,
  type AddressPolicy,
  type AddressPolicyOptions,
  type Cidr,
} from './address-policy.ts';
export { judgeTarget, type Judges } from './allowed-addresses.ts';
export type { DialFailure } from './dial-error.ts';
export { createEgress, type Egress, type EgressOptions } from './egress.ts';
export type { PostFailure, PostRequest, PostResult } from './post-result.ts';
export { readableText } from './readable-text.ts';
export { createResolver, type Resolution, type Resolver, type ResolverOptions } from './resolver.ts';
export {
  createSigningSecret,
  signatureHeaders,
  signingSecretOf,
  verifyLoyaltySignature,
  verifyStandardWebhook,
  type SignatureHeaders,
  type SignedMessage,
  type SigningSecret,
  type SigningSecrets,
  type StandardHeaders,
} from './signatures.ts';
export {
  readTarget,
  targetRefusalTexts,
  type ReadTarget,
  type ReadTargetOptions,
  type Target,
  type TargetRefusal,
} from './target.ts';
