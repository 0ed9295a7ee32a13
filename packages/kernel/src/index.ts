export { type BackoffBounds, backoffMs } from './backoff.ts';
export { type Clock, systemClock } from './clock.ts';
export {
  createEnvironmentSlots,
  type EnvironmentSlots,
  noSlot,
  type SlotLimits,
} from './environment-slots.ts';
export { Fault, textOf } from './fault.ts';
export { groupBy } from './group-by.ts';
export {
  type CampaignId,
  derivedBytes,
  type DerivedIds,
  derivedIds,
  drawOf,
  type EnvironmentId,
  isUuid,
  type MemberId,
  memberKeyOf,
  memberMapKey,
  randomId,
  randomIdAt,
  type SegmentId,
  type TenantId,
  type TierId,
  type TransactionId,
  uuidMax,
  uuidMin,
} from './ids.ts';
export { BrokenInvariant, invariant } from './invariant.ts';
export { type KafkaSecurity, type SaslMechanism } from './kafka-security.ts';
export { createLifecycle, type Lifecycle, type Part } from './lifecycle.ts';
export { codePointsOf, hasCodePoints, isReference } from './reference.ts';
export { type Bounds, type ClockReading, RemoteClock } from './remote-clock.ts';
export { repeatingPart } from './repeating-part.ts';
export { lastReadable, type Secret, secretFile } from './secrets.ts';
export { readSecuredUrl, type SecuredUrl, securedUrlText, shownUrl } from './secured-url.ts';
export { awaitAll } from './await-all.ts';
export { isWrongSetting, waitFor } from './wait-for.ts';
export { type RandomNumber, seededRandom } from './seeded-random.ts';
