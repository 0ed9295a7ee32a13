import type { FieldError } from '@loyalty/contracts/http';
import type { EnvironmentId } from '@loyalty/kernel';
import { type Database, onlyRow, type Statement, type Transaction, writeTransaction } from '@loyalty/storage';
import { type ConfigurationKind, raiseConfigVersion } from './config-version.ts';
import { type ChangeTerms, findOutdated, type OutdatedChange } from './entity-version.ts';

export type ChangeDecision<Content, Refusal> =
  (Unshown & { readonly store: Content }) | 'keep' | { readonly refuse: Refusal };

/** Pointers to what changed and stands in no record, as a secret does: the audit log names them alone (D209). */
interface Unshown {
  readonly unshown?: readonly string[];
}

type RaisedKind = ConfigurationKind | 'webhooks';

/** The transaction may run again, so it must have no effects outside the database. */
interface EntityChange<Current, Content, Entity, Refusal> {
  /** A function where it depends on what has changed. */
  readonly kind: RaisedKind | ((current: Current, content: Content) => RaisedKind);
  /** The change then waits for others that may add to the configuration (`growingWrite`, D74). */
  readonly mayGrow: boolean;
  /** Locks until the transaction ends; returns null when there is none. */
  readonly lock: (tx: Transaction) => Promise<Current | null>;
  /** Returns the entity as it is shown, from what was locked. */
  readonly recordOf: (current: Current) => Entity;
  readonly versionOf: (record: Entity) => string;
  readonly terms?: ChangeTerms | undefined;
  /**
   * False of a transition. A PATCH that finds everything as it wants is done, whatever its caller has seen: the response to it may have
   * been lost (RFC 9110, 13.1.1).
   */
  readonly isPatch: boolean;
  /** May read, and may lock what comes later in the one lock order. */
  readonly decide: (
    current: Current,
    tx: Transaction,
  ) => ChangeDecision<Content, Refusal> | Promise<ChangeDecision<Content, Refusal>>;
  readonly store: (tx: Transaction, content: Content, current: Current) => Promise<Entity>;
}

/**
 * Locks, decides and stores in one {@link writeTransaction}, and raises the version last if something was
 * stored (D33). What is refused whatever the caller has seen is refused first (RFC 9110, 13.2.1).
 */
export const changeEntity = <Current, Content, Entity, Refusal>(
  db: Database,
  environmentId: EnvironmentId,
  change: EntityChange<Current, Content, Entity, Refusal>,
): Promise<ChangeResult<Entity, Refusal>> => {
  const { kind, mayGrow, lock, recordOf, versionOf, terms = {}, isPatch, decide, store } = change;
  const work = async (tx: Transaction): Promise<ChangeResult<Entity, Refusal>> => {
    const current = await lock(tx);
    if (current === null) return { outcome: 'not-found' };
    const decision = await decide(current, tx);
    const before = recordOf(current);
    const outdated = findOutdated(terms, versionOf(before));
    if (decision === 'keep')
      return outdated === null || isPatch ? { outcome: 'unchanged', record: before } : outdated;
    if ('refuse' in decision) return decision.refuse;
    if (outdated !== null) return outdated;
    const { store: content, unshown = [] } = decision;
    const record = await store(tx, content, current);
    await raiseConfigVersion(tx, environmentId, typeof kind === 'function' ? kind(current, content) : kind);
    return { outcome: 'changed', before, record, unshown };
  };
  return mayGrow ? growingWrite(db, environmentId, work) : writeTransaction(db, work);
};

export type CreateResult<Entity, Refusal> =
  { readonly outcome: 'created'; readonly record: Entity } | Refusal;

export type ChangeResult<Entity, Refusal> =
  | (Unshown & { readonly outcome: 'changed'; readonly before: Entity; readonly record: Entity })
  | { readonly outcome: 'unchanged'; readonly record: Entity }
  | { readonly outcome: 'not-found' }
  | OutdatedChange
  | Refusal;

/** The result of a deletion, with what was deleted for the audit log. */
export type DeleteResult<Entity> =
  | { readonly outcome: 'deleted'; readonly before: Entity }
  | { readonly outcome: 'not-found' }
  | OutdatedChange;

/** The content contradicts itself or stored data: 400 VALIDATION_ERROR with the faults. */
export interface InvalidContent {
  readonly outcome: 'invalid';
  readonly faults: readonly FieldError[];
}

/** The second key of this advisory lock is the environment. */
const growthLockClass = 7_305_003;

const lockStatement: Statement = {
  name: 'configuration-growth-lock',
  text: 'SELECT pg_advisory_xact_lock($1, $2)',
};

/**
 * Runs a write that adds configuration to an environment. Such writes take turns, so that a count is valid
 * until the commit (D74). The advisory lock comes before any other; the environment's row cannot serve as the
 * lock, because it comes last in the lock order.
 */
export const growingWrite = <T>(
  db: Database,
  environmentId: EnvironmentId,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> =>
  writeTransaction(db, async (tx) => {
    // A statement of its own: one that also reads would not see the commits for which it waited.
    await tx.query(lockStatement, [growthLockClass, environmentId]);
    return work(tx);
  });

/** The limits per environment (D74). */
export const configurationLimits = {
  activeCampaigns: 200,
  /** The campaigns that are not ARCHIVED. */
  campaigns: 1_000,
  /**
   * The bytes of the lists and JSON that engines load, of campaigns that are not ARCHIVED
   * (`campaign-limits.ts`).
   */
  campaignBytes: 8 * 1024 * 1024,
  /** The values in lists of ACTIVE campaigns, which engines index (`campaign-limits.ts`). */
  listedValues: 100_000,
  /** The comparisons of all ACTIVE campaigns together, including those over lines. */
  campaignComparisons: 1_000,
  /**
   * The comparisons over lines of all ACTIVE campaigns together. Each is tried for each line of a receipt.
   */
  lineComparisons: 500,
  /**
   * The limits per member of all ACTIVE campaigns together, by campaign and period. Each is read for each
   * receipt.
   */
  memberLimits: 200,
  tiers: 100,
  segments: 1_000,
  dynamicSegments: 100,
  /** The comparisons of all DYNAMIC segments together. */
  segmentComparisons: 1_000,
  /** The event definitions that are not ARCHIVED. */
  eventDefinitions: 500,
  /** The webhooks that are not deleted. */
  webhooks: 100,
  /** Providers, including pools. All of them are loaded with each version of the configuration. */
  rewardProviders: 100,
  /** The codes that are left in all pools. An operator may add more. */
  codes: 10_000_000,
} as const;

export type LimitedConfiguration = keyof typeof configurationLimits;

/** Nothing is written: 409 LIMIT_EXCEEDED, with the other fields as its context. */
export interface LimitExceeded {
  readonly outcome: 'limit-exceeded';
  readonly limit: number;
  readonly of: LimitedConfiguration;
}

export const limitExceeded = (of: LimitedConfiguration): LimitExceeded => ({
  outcome: 'limit-exceeded',
  limit: configurationLimits[of],
  of,
});

export type CountedConfiguration = Exclude<
  LimitedConfiguration,
  | 'campaignBytes'
  | 'listedValues'
  | 'campaignComparisons'
  | 'lineComparisons'
  | 'memberLimits'
  | 'dynamicSegments'
  | 'segmentComparisons'
  | 'codes'
>;

/**
 * This bounds exchanges in three hours, while deliveries are retried: otherwise create and delete would add
 * ever more endpoints.
 */
const exchangedMax = 100;

const counting = (name: string, rows: string): Statement => ({
  name: `limit-count-${name}`,
  text: `SELECT count(*) AS count FROM ${rows}`,
});

/** One statement for each kind that is counted; `$1` is the environment. */
export const configurationCounts: Readonly<Record<CountedConfiguration, Statement>> = {
  activeCampaigns: counting('active-campaigns', `campaigns WHERE environment_id = $1 AND state = 'ACTIVE'`),
  campaigns: counting('campaigns', `campaigns WHERE environment_id = $1 AND state <> 'ARCHIVED'`),
  tiers: counting('tiers', 'tiers WHERE environment_id = $1'),
  segments: counting('segments', 'segments WHERE environment_id = $1'),
  rewardProviders: counting('reward-providers', 'reward_providers WHERE environment_id = $1'),
  eventDefinitions: counting(
    'event-definitions',
    `event_definitions WHERE environment_id = $1 AND state <> 'ARCHIVED'`,
  ),
  webhooks: {
    name: 'limit-count-webhooks',
    text: `SELECT greatest(count(*) FILTER (WHERE deleted_at IS NULL), count(*) - ${exchangedMax.toString()}) AS count
             FROM webhooks WHERE environment_id = $1 AND (deleted_at IS NULL OR deleted_at > now() - interval '3 hours')`,
  },
};

/**
 * Returns the limit that one more would exceed (D74). The result is valid until the end of a `growingWrite`.
 */
export const findExceeded = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  of: CountedConfiguration,
): Promise<LimitExceeded | null> => {
  const { count } = onlyRow(
    await tx.query<{ count: number }>(configurationCounts[of], [environmentId]),
    'counts',
  );
  return count < configurationLimits[of] ? null : limitExceeded(of);
};
