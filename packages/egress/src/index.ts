export {
  createAddressPolicy,
  parseCidrs,
  type AddressPolicy,
  type AddressPolicyOptions,
  type Cidr,
} from './address-policy.ts';
export type { Caller } from './caller.ts';
export { createConfiguredEgress, type ConfiguredEgress, type EgressConfig } from './configured-egress.ts';
export { createEgress, type Egress, type EgressOptions } from './egress.ts';
export { readNameServers } from './names/name-servers.ts';
export type { PostFailure, PostRequest, PostResult, TriedResult } from './post-result.ts';
export { readAddressPolicies, type PolicySettings } from './open-networks.ts';
export { readableText } from './readable-text.ts';
export { createResolver, type Resolver, type ResolverOptions } from './resolver.ts';
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
