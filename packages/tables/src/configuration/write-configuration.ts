import type { FieldError } from '@loyalty/contracts/http';
import type { EnvironmentId } from '@loyalty/kernel';
import { type Database, onlyRow, type Statement, type Transaction, writeTransaction } from '@loyalty/storage';
import { type ConfigurationKind, raiseConfigVersion } from './config-version.ts';

/** The decision about a change: store this content, keep this record unchanged, or refuse. */
export type ChangeDecision<Content, Entity, Refusal> =
  { readonly store: Content } | { readonly keep: Entity } | { readonly refuse: Refusal };

/**
 * A change of one entity. Its transaction may run again, so these functions must have no effect outside of
 * it.
 */
interface EntityChange<Current, Content, Entity, Refusal> {
  readonly kind: ConfigurationKind | 'webhooks';
  /**
   * True when the configuration may grow: the change then waits for others that may add to it
   * (`growingWrite`, D74).
   */
  readonly mayGrow: boolean;
  /** Locks and returns the current entity until the transaction ends; null when there is none. */
  readonly lock: (tx: Transaction) => Promise<Current | null>;
  /** May read, and may lock what comes later in the one lock order. */
  readonly decide: (
    current: Current,
    tx: Transaction,
  ) => ChangeDecision<Content, Entity, Refusal> | Promise<ChangeDecision<Content, Entity, Refusal>>;
  /** Writes the decided content. Returns the record as it is then. */
  readonly store: (tx: Transaction, content: Content, current: Current) => Promise<Entity>;
}

/**
 * Changes an entity: lock, decide, store and, last of all, raise the kind's version, in one {@link
 * writeTransaction}. All changes by owners go through it. The version rises if and only if something is
 * stored (D33).
 */
export const changeEntity = <Current, Content, Entity, Refusal>(
  db: Database,
  environmentId: EnvironmentId,
  { kind, mayGrow, lock, decide, store }: EntityChange<Current, Content, Entity, Refusal>,
): Promise<ChangeResult<Entity, Refusal>> => {
  const work = async (tx: Transaction): Promise<ChangeResult<Entity, Refusal>> => {
    const current = await lock(tx);
    if (current === null) return { outcome: 'not-found' };
    const decision = await decide(current, tx);
    if ('refuse' in decision) return decision.refuse;
    if ('keep' in decision) return { outcome: 'unchanged', record: decision.keep };
    const record = await store(tx, decision.store, current);
    await raiseConfigVersion(tx, environmentId, kind);
    return { outcome: 'changed', record };
  };
  return mayGrow ? growingWrite(db, environmentId, work) : writeTransaction(db, work);
};

/** The result of creating an entity of the configuration. `Refusal` is its possible refusals. */
export type CreateResult<Entity, Refusal> =
  { readonly outcome: 'created'; readonly record: Entity } | Refusal;

/** The result of changing an entity: `record` is its current state. `Refusal` is its possible refusals. */
export type ChangeResult<Entity, Refusal> =
  | { readonly outcome: 'changed' | 'unchanged'; readonly record: Entity }
  | { readonly outcome: 'not-found' }
  | Refusal;

/** Content that contradicts itself or stored data: respond with 400 VALIDATION_ERROR and the faults. */
export interface InvalidContent {
  readonly outcome: 'invalid';
  readonly faults: readonly FieldError[];
}

/** First key of the advisory lock for writes that add configuration; the second key is the environment. */
const growthLockClass = 7_305_003;

const lockStatement: Statement = {
  name: 'configuration-growth-lock',
  text: 'SELECT pg_advisory_xact_lock($1, $2)',
};

/**
 * A {@link writeTransaction} that may add to an environment's configuration. Such writes of one environment
 * take turns, so a count before the write holds until the commit (D74). It takes an advisory lock before any
 * other. The environment's row cannot serve, because it comes last in the lock order. A transaction with row
 * locks never waits for this lock.
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

/** The limits on the configuration of an environment (D74). */
export const configurationLimits = {
  activeCampaigns: 200,
  /** Not ARCHIVED. */
  campaigns: 1_000,
  /**
   * Bytes of campaigns that are not ARCHIVED: the lists and the JSON that engines load
   * (`campaign-limits.ts`).
   */
  campaignBytes: 8 * 1024 * 1024,
  /** Skus, categories and stores in lists of ACTIVE campaigns, which engines index (`campaign-limits.ts`). */
  listedValues: 100_000,
  tiers: 100,
  segments: 1_000,
  dynamicSegments: 100,
  /** In all DYNAMIC segments together. */
  segmentComparisons: 1_000,
  /** Not ARCHIVED. */
  eventDefinitions: 500,
  /** Not deleted. */
  webhooks: 100,
} as const;

type LimitedConfiguration = keyof typeof configurationLimits;

/**
 * A write that would exceed a limit, and writes nothing: respond with 409 LIMIT_EXCEEDED and the other fields
 * as its context.
 */
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
  'campaignBytes' | 'listedValues' | 'dynamicSegments' | 'segmentComparisons'
>;

/**
 * At most so many deleted endpoints may be replaced within three hours. Deliveries of a deleted endpoint are
 * retried for that long. Without this bound, repeated create and delete would add ever more endpoints for the
 * dispatchers to serve.
 */
const exchangedMax = 100;

const counting = (name: string, rows: string): Statement => ({
  name: `limit-count-${name}`,
  text: `SELECT count(*) AS count FROM ${rows}`,
});

const counts: Readonly<Record<CountedConfiguration, Statement>> = {
  activeCampaigns: counting('active-campaigns', `campaigns WHERE environment_id = $1 AND state = 'ACTIVE'`),
  campaigns: counting('campaigns', `campaigns WHERE environment_id = $1 AND state <> 'ARCHIVED'`),
  tiers: counting('tiers', 'tiers WHERE environment_id = $1'),
  segments: counting('segments', 'segments WHERE environment_id = $1'),
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
 * Returns the limit that one more of this kind would exceed, or null (D74). The result holds until the end of
 * a `growingWrite`.
 */
export const findExceeded = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  of: CountedConfiguration,
): Promise<LimitExceeded | null> => {
  const { count } = onlyRow(await tx.query<{ count: number }>(counts[of], [environmentId]), 'counts');
  return count < configurationLimits[of] ? null : limitExceeded(of);
};
