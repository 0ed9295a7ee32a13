import { instantOf } from '@loyalty/contracts';

/** A part of a document as JSON: references are keys, and what has its default is left out. */
export type Content = Readonly<Record<string, unknown>>;

export const entityKinds = ['eventDefinition', 'segment', 'tier', 'campaign'] as const;

export type EntityKind = (typeof entityKinds)[number];

export const listNames = {
  eventDefinition: 'eventDefinitions',
  segment: 'segments',
  tier: 'tiers',
  campaign: 'campaigns',
} as const satisfies Readonly<Record<EntityKind, string>>;

export const kindNames: Readonly<Record<EntityKind, string>> = {
  eventDefinition: 'event definition',
  segment: 'segment',
  tier: 'tier',
  campaign: 'campaign',
};

/** The content of a document. A section that it does not have is null, and is left alone (D344). */
export interface Programme {
  readonly settings: Content | null;
  /** By key. */
  readonly entities: Readonly<Record<EntityKind, ReadonlyMap<string, Content> | null>>;
}

export interface FoundEntity {
  readonly id: string;
  readonly key: string;
  readonly etag: string;
  /** Null of a kind without states. */
  readonly state: string | null;
  readonly content: Content;
}

/** The programme of an environment, as it was read. */
export interface FoundProgramme {
  readonly settings: { readonly content: Content; readonly etag: string };
  /** By key. Archived campaigns are left out; archived event definitions have their keys for ever. */
  readonly entities: Readonly<Record<EntityKind, ReadonlyMap<string, FoundEntity>>>;
}

/** Settings that make a programme; the others belong to an environment or its operator (D344). */
export const programmeSettings = [
  'currency',
  'pointValueCents',
  'pointsExpiry',
  'rewardProviders',
  'rejectMismatch',
  'timeZone',
  'memberPointsCaps',
  'refundPoints',
  'refundGraceDays',
  'unrecoveredPoints',
] as const;

/** The fields of a kind in the order of the document, each with the value that it has if it is left out. */
export const fieldsOf: Readonly<Record<EntityKind, Content>> = {
  eventDefinition: {
    key: undefined,
    name: undefined,
    lifecycleType: undefined,
    identityProperty: 'customerId',
    referrerProperty: 'referrerRef',
    properties: {},
  },
  segment: { key: undefined, name: undefined, description: null, type: undefined, rules: null },
  tier: {
    key: undefined,
    name: undefined,
    minLifetimePoints: undefined,
    sortOrder: 0,
    benefits: [],
    badgeUrl: null,
  },
  campaign: {
    key: undefined,
    name: undefined,
    description: null,
    state: null,
    earningRule: undefined,
    redemptionRule: null,
    targetSegments: [],
    storeIds: [],
    startDate: null,
    endDate: null,
    minSpend: null,
    maxBudgetCents: null,
    alertThreshold: 0.8,
    currency: null,
    conditions: null,
    earnOn: null,
    limits: null,
    exclusiveGroup: null,
    priority: 0,
    tierMultiplier: false,
  },
};

/** Returns the content in its one form: fields in order, without defaults, dates as instants. */
export const canonical = (kind: EntityKind, given: Content): Content => {
  const entries = Object.entries(fieldsOf[kind]).flatMap(([name, fallback]) => {
    const value = instantIn(name, given[name] ?? fallback);
    return value === undefined || isSame(value, fallback) || isSame(value, [])
      ? []
      : [[name, ordered(value)]];
  });
  return Object.fromEntries(entries) as Content;
};

const instantIn = (name: string, value: unknown): unknown => {
  if (typeof value !== 'string' || (name !== 'startDate' && name !== 'endDate')) return value;
  const atMs = instantOf(value, name === 'startDate' ? 'start' : 'end');
  return atMs === null ? value : new Date(atMs).toISOString();
};

/** Members that say what an object is come first, and the others in the order of their names. */
const first = ['type', 'operator', 'field', 'op'];

/** Returns the value with the members of its objects in one order. */
export const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered);
  if (!isObject(value)) return value;
  const names = Object.keys(value).toSorted(
    (one, other) => rankOf(one) - rankOf(other) || (one < other ? -1 : 1),
  );
  return Object.fromEntries(names.map((name) => [name, ordered(value[name])]));
};

const rankOf = (name: string): number => (first.includes(name) ? first.indexOf(name) : first.length);

export const isObject = (value: unknown): value is Content =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Compares JSON, whatever the order of members. */
export const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(ordered(one)) === JSON.stringify(ordered(other));
