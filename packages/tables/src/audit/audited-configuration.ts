import type { CampaignRecord } from '../campaigns/campaigns.ts';
import type { EventDefinitionRecord } from '../events/event-definitions.ts';
import type { ImportRecord } from '../imports/import-records.ts';
import type { HttpProviderRecord } from '../rewards/change-provider.ts';
import type { PoolRecord } from '../rewards/code-pools.ts';
import type { SegmentRecord } from '../segments/segments.ts';
import type { ApiKeyRecord } from '../tenants/api-keys.ts';
import type { Settings } from '../tenants/settings-catalogue.ts';
import type { StreamOut } from '../tenants/stream-outs.ts';
import type { TenantStream } from '../tenants/tenant-streams.ts';
import type { TenantRecord } from '../tenants/tenants.ts';
import type { TierRecord } from '../tiers/tiers.ts';
import type { WebhookRecord } from '../webhooks/endpoints/webhook-record.ts';
import type { AuditEntry } from './note.ts';
import { type FieldChange, fieldChangesOf } from './field-changes.ts';

interface AuditedRecords {
  readonly campaign: CampaignRecord;
  readonly tier: TierRecord;
  readonly segment: SegmentRecord;
  readonly event_definition: EventDefinitionRecord;
  readonly webhook: WebhookRecord;
  readonly provider: HttpProviderRecord;
  readonly api_key: ApiKeyRecord;
  readonly stream: TenantStream;
  readonly stream_out: StreamOut;
  readonly code_pool: PoolRecord;
  readonly tenant: TenantRecord;
  readonly setting: Settings;
  readonly import: ImportRecord;
}

export type AuditedConfiguration = keyof AuditedRecords;

type FieldsOf<Type extends AuditedConfiguration> = Readonly<Record<keyof AuditedRecords[Type], boolean>>;

/**
 * Which fields an entry shows. False: counters, times and ids, which change without anybody having decided it
 * or name the object anyway, and hints of a key (D209). A field that is missing here does not compile.
 */
const shownFields: { readonly [Type in AuditedConfiguration]: FieldsOf<Type> } = {
  campaign: {
    id: false,
    tenantId: false,
    key: true,
    name: true,
    description: true,
    state: true,
    pausedReason: true,
    earningRule: true,
    redemptionRule: true,
    targetSegmentIds: true,
    storeIds: true,
    startDate: true,
    endDate: true,
    minSpend: true,
    maxBudgetCents: true,
    alertThreshold: true,
    currency: true,
    conditions: true,
    earnOn: true,
    limits: true,
    exclusiveGroup: true,
    priority: true,
    tierMultiplier: true,
    spentCents: false,
    timesGiven: false,
    activatedAt: false,
    createdAt: false,
    updatedAt: false,
    warnings: false,
  },
  tier: {
    id: false,
    tenantId: false,
    key: true,
    name: true,
    minLifetimePoints: true,
    benefits: true,
    sortOrder: true,
    badgeUrl: true,
    createdAt: false,
    updatedAt: false,
  },
  segment: {
    id: false,
    tenantId: false,
    key: true,
    name: true,
    description: true,
    type: true,
    rules: true,
    createdAt: false,
    updatedAt: false,
  },
  event_definition: {
    id: false,
    tenantId: false,
    key: false,
    name: true,
    identityProperty: true,
    referrerProperty: true,
    lifecycleType: true,
    properties: true,
    state: true,
    version: false,
    createdAt: false,
    updatedAt: false,
  },
  webhook: {
    id: false,
    tenantId: false,
    url: true,
    events: true,
    batch: true,
    status: true,
    disabledReason: true,
    disabledAt: false,
    consecutiveFailures: false,
    createdAt: false,
    updatedAt: false,
  },
  provider: {
    name: true,
    id: false,
    url: true,
    isIdempotent: true,
    callsMax: true,
    createdAt: false,
    updatedAt: false,
  },
  api_key: {
    id: false,
    name: true,
    hint: false,
    permissions: true,
    role: true,
    state: false,
    rateLimitPerMinute: true,
    expiresAt: true,
    lastUsedOn: false,
    usedPermissions: false,
    replacedBy: true,
    madeBy: false,
    createdAt: false,
    revokedAt: true,
  },
  stream: { tenantId: false, mode: true, environmentId: false, topic: true, createdAt: false },
  stream_out: {
    tenantId: false,
    mode: true,
    environmentId: false,
    topic: true,
    state: true,
    since: false,
    memberRefs: true,
    updatedAt: false,
    endedAt: false,
  },
  code_pool: { name: false, remaining: false, lowBelow: true, isLow: false },
  import: {
    source: false,
    state: true,
    signedUp: true,
    members: false,
    created: false,
    points: false,
    lifetimePoints: false,
    createdBy: false,
    createdAt: false,
    updatedAt: false,
    closedAt: false,
  },
  tenant: { id: false, name: true, createdAt: false, environmentIds: false },
  setting: {
    currency: true,
    pointValueCents: true,
    pointsExpiry: true,
    evaluateRateLimitPerMinute: true,
    requestsPerMinute: true,
    bulkItemsPerMinute: true,
    configurationWritesPerMinute: true,
    importLinesPerMinute: true,
    importsUntil: true,
    rewardProviders: true,
    webhooksOverPlainHttp: true,
    corsOrigins: true,
    rejectMismatch: true,
    phoneCountry: true,
    refundPoints: true,
    refundGraceDays: true,
    unrecoveredPoints: true,
    adjustedPointsPerDay: true,
    voidWithinMinutes: true,
    totalAdjustedPointsPerDay: true,
    rewardRedeemNeedsRef: true,
    memberPointsCaps: true,
    liveChangesByTwo: true,
    timeZone: true,
  },
};

interface ChangedRecord {
  readonly before: object | null;
  readonly after: object | null;
  /** Pointers to what changed and is in no record. */
  readonly unshown?: readonly string[];
}

/** Returns the change. If `before` is null, the object was created; if `after` is null, it was deleted. */
export const auditedChange = (
  type: AuditedConfiguration,
  { before, after, unshown = [] }: ChangedRecord,
): Pick<AuditEntry, 'objectName' | 'changes'> => {
  const content = contentOf(type, after);
  const changes = fieldChangesOf(contentOf(type, before), content);
  return {
    objectName: nameOf(after ?? before),
    changes: [
      ...changes,
      ...(type === 'campaign' && goesLive(before, after) ? restOf(content, changes) : []),
      ...unshown.map((pointer) => ({ pointer })),
    ],
  };
};

const goesLive = (before: object | null, after: object | null): boolean =>
  before !== null && stateOf(before) !== 'ACTIVE' && after !== null && stateOf(after) === 'ACTIVE';

const stateOf = (record: object): unknown => ('state' in record ? record.state : null);

/** What goes live unchanged, with `to` alone: the entry of an activation says what was activated (D306). */
const restOf = (
  content: Readonly<Record<string, unknown>> | null,
  changes: readonly FieldChange[],
): readonly FieldChange[] => {
  const changed = new Set(changes.map(({ pointer }) => pointer));
  return fieldChangesOf(null, content).flatMap(({ pointer, to }) =>
    changed.has(pointer) ? [] : [{ pointer, to }],
  );
};

const contentOf = (
  type: AuditedConfiguration,
  record: object | null,
): Readonly<Record<string, unknown>> | null => {
  if (record === null) return null;
  const fields: Readonly<Record<string, boolean>> = shownFields[type];
  return Object.fromEntries(Object.entries(record).filter(([name]) => fields[name] === true));
};

const nameOf = (record: object | null): string | null =>
  record !== null && 'name' in record && typeof record.name === 'string' ? record.name : null;
