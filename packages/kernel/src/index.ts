/** Values and rules that all packages share: ids, faults, clocks, life cycles, secrets. */

export { awaitAll } from './await-all.ts';
export { type BackoffBounds, backoffMs, isWrongSetting, jitterMs, waitFor } from './backoff.ts';
export {
  type Bounds,
  type Clock,
  type ClockReading,
  dayMs,
  pauseToTick,
  RemoteClock,
  systemClock,
  ticker,
  utcDayOf,
} from './clock.ts';
export { BrokenInvariant, Fault, invariant, textOf } from './fault.ts';
export { groupBy } from './group-by.ts';
export {
  type CampaignId,
  derivedBytes,
  derivedIds,
  type DerivedIds,
  drawOf,
  type EnvironmentId,
  isUuid,
  type MemberId,
  memberKeyOf,
  memberMapKey,
  partitionKeyOf,
  positionKeyOf,
  randomId,
  randomIdAt,
  type SegmentId,
  type TenantId,
  type TierId,
  type TransactionId,
  uuidMax,
  uuidMin,
} from './ids.ts';
export { createLifecycle, type Lifecycle, type Part, repeatingPart } from './lifecycle.ts';
export {
  authenticatedCiphers,
  type KafkaSecurity,
  lastReadable,
  readSecuredUrl,
  type SaslMechanism,
  type Secret,
  secretFile,
  type SecuredUrl,
  securedUrlText,
  shownUrl,
} from './secured-connection.ts';
export { codePointsOf, compareTexts, hasCodePoints, isReference, isVisible, pointerTo } from './texts.ts';
