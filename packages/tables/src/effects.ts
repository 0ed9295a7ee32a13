import { type EnvironmentId, groupBy, type TierId } from '@loyalty/kernel';
import type { MemberState } from '@loyalty/rules';
import type { RewardState } from '@loyalty/rules/rewards';
import { tierMoves, type TierVersion } from '@loyalty/rules/tiers';
import { ownedIds, type Queryable, rowArrays, type Statement } from '@loyalty/storage';
import { cardRows, type StampsKey } from './accounts/counters.ts';
import type { RewardKey } from './granted-rewards.ts';
import { keyRows, mapKeyOf, readTierPaths, type TierMemberKey } from './tiers/announced-tiers.ts';
import { readTierVersions } from './tiers/retierings.ts';

export interface MemberEffects {
  readonly environmentId: EnvironmentId;
  readonly id: string;
  readonly state: MemberState;
  readonly enrolledAtMs: number;
}

const membersStatement: Statement = {
  name: 'effects-members',
  text: `SELECT m.environment_id AS "environmentId", m.id, m.state,
                (extract(epoch FROM m.enrolled_at) * 1000)::bigint AS "enrolledAtMs"
           FROM ${ownedIds.as('k')}
           JOIN members m ON (m.environment_id, m.id) = (k.environment_id, k.id)`,
};

/** Reads the present state of members, with one row for each time that a member is named. */
export const readMemberEffects = (
  db: Queryable,
  members: readonly { readonly environmentId: EnvironmentId; readonly id: string }[],
): Promise<MemberEffects[]> => db.query<MemberEffects>(membersStatement, ownedIds.valuesOf(members));

/** A tier as `member.tier_changed` has it. */
export interface PublishedTier extends TierMemberKey {
  readonly tierSeq: number;
  readonly from: TierId | null;
  readonly to: TierId | null;
  readonly lifetimePoints: number;
  readonly rewardsTakenBack: readonly string[];
  readonly rewardsKept: readonly string[];
  readonly atMs: number;
}

/**
 * Where a published tier is. `elsewhere` means that as many changes were published, but not this one; null
 * means that it is missing.
 */
export type TierPlace = 'in-place' | 'elsewhere' | null;

/** A move before these entries is not found. */
const entriesMax = 1_000;
/** This bounds the entries in memory. */
const membersAtOnce = 25;

/**
 * Returns a place for each fact, in the order of the facts. A fact's id is derived from the time of what
 * moved the member: a transaction, a change of tiers, or the enrolment. So the ledger must still have that
 * move.
 */
export const readTierPlaces = async (
  db: Queryable,
  tiers: readonly PublishedTier[],
): Promise<TierPlace[]> => {
  const versions = await readTierVersions(db, [...new Set(tiers.map(({ environmentId }) => environmentId))]);
  const asked = [...groupBy(tiers, mapKeyOf).values()];
  const places = new Map<PublishedTier, TierPlace>();
  for (let at = 0; at < asked.length; at += membersAtOnce) {
    const some = asked.slice(at, at + membersAtOnce);
    const names = some.flatMap(([first]) => (first === undefined ? [] : [first]));
    const paths = groupBy(await readTierPaths(db, names, entriesMax), mapKeyOf);
    const rewards = groupBy(await readTierRewards(db, names), mapKeyOf);
    for (const tier of some.flat()) {
      const [path] = paths.get(mapKeyOf(tier)) ?? [];
      const given = { path, rewards: rewards.get(mapKeyOf(tier)) ?? [] };
      places.set(tier, placeOf(tier, given, versions.get(tier.environmentId) ?? []));
    }
  }
  return tiers.map((tier) => places.get(tier) ?? null);
};

type TierPathRead = Awaited<ReturnType<typeof readTierPaths>>[number];

interface TierRewardRow extends TierMemberKey {
  readonly id: string;
  readonly takenTierSeq: number | null;
}

const tierRewardsStatement: Statement = {
  name: 'effects-tier-rewards',
  text: `SELECT environment_id AS "environmentId", member_id AS "memberId", id, taken_tier_seq AS "takenTierSeq"
           FROM rewards
          WHERE (environment_id, member_id) IN (SELECT * FROM unnest(${keyRows.arrays})) AND tier_id IS NOT NULL`,
};

const readTierRewards = (db: Queryable, names: readonly TierMemberKey[]): Promise<TierRewardRow[]> =>
  db.query<TierRewardRow>(tierRewardsStatement, keyRows.valuesOf(names));

const placeOf = (
  tier: PublishedTier,
  { path, rewards }: { readonly path: TierPathRead | undefined; readonly rewards: readonly TierRewardRow[] },
  versions: readonly TierVersion[],
): TierPlace => {
  if (path === undefined || path.tierSeq < tier.tierSeq) return null;
  if (!hasSameRewards(tier, rewards)) return 'elsewhere';
  // Before the first tiers nobody had one.
  const moves = tierMoves({ versions, isWhole: true }, { ...path, announced: null });
  const isThere = moves.some(
    ({ from, to, atMs, isByPoints, pointsAfter }) =>
      from === tier.from &&
      to === tier.to &&
      atMs === tier.atMs &&
      // A change of tiers is published with the points of later.
      (!isByPoints || pointsAfter === tier.lifetimePoints),
  );
  return isThere ? 'in-place' : 'elsewhere';
};

/** The id of the fact is also derived from the rewards that it names, so the stored ones must be the same. */
const hasSameRewards = (
  { tierSeq, rewardsTakenBack, rewardsKept }: PublishedTier,
  rewards: readonly TierRewardRow[],
): boolean => {
  const taken = rewards.filter(({ takenTierSeq }) => takenTierSeq === tierSeq).map(({ id }) => id);
  const isThere = (id: string): boolean => rewards.some((reward) => reward.id === id);
  return (
    taken.length === rewardsTakenBack.length &&
    rewardsTakenBack.every((id) => taken.includes(id)) &&
    rewardsKept.every(isThere)
  );
};

export interface RewardEffects extends RewardKey {
  readonly state: RewardState;
  readonly issuedAtMs: number | null;
  readonly retriedAtMs: number | null;
  /** When a return ended the reward before its expiry; null if none did. */
  readonly returnedAtMs: number | null;
}

const rewardsStatement: Statement = {
  name: 'effects-rewards',
  text: `SELECT r.environment_id AS "environmentId", r.id, r.state,
                (extract(epoch FROM r.issued_at) * 1000)::bigint AS "issuedAtMs",
                (extract(epoch FROM r.retried_at) * 1000)::bigint AS "retriedAtMs",
                (extract(epoch FROM CASE WHEN r.state = 'EXPIRED' AND r.expired_at < coalesce(r.expires_at, 'infinity') THEN r.expired_at
                                         WHEN r.state = 'FAILED' AND r.failure_reason = 'RETURNED' THEN r.failed_at END)
                 * 1000)::bigint AS "returnedAtMs"
           FROM ${ownedIds.as('k')}
           JOIN rewards r ON (r.environment_id, r.id) = (k.environment_id, k.id)`,
};

/** Reads the present state of rewards, with one row for each time that a reward is named. */
export const readRewardEffects = (db: Queryable, rewards: readonly RewardKey[]): Promise<RewardEffects[]> =>
  db.query<RewardEffects>(rewardsStatement, ownedIds.valuesOf(rewards));

/** An entry as a fact describes it, which is without the entry's id. */
export interface PublishedEntry {
  readonly environmentId: EnvironmentId;
  readonly memberId: string;
  readonly type: 'ADJUST' | 'EARN' | 'EXPIRE';
  /** The number of the last of the entries that were made together. */
  readonly seq: number;
  /** Null means any number. */
  readonly points: number | null;
  readonly atMs: number;
}

/**
 * Where a published entry is. `later` means that the entry was made again later; null means that it is
 * missing.
 */
export type EntryPlace = 'in-place' | 'later' | null;

const entryRows = rowArrays<PublishedEntry>((fields, rows) => [
  ...fields('environment_id int', 'member_id uuid', 'type text', 'seq bigint', 'points bigint'),
  ['at', 'bigint', rows.map(({ atMs }) => atMs)],
]);
const entriesStatement: Statement = {
  name: 'effects-entries',
  // A fact is published within a minute of its entry. Later entries are searched for among the member's
  // newest 1,000.
  text: `SELECT CASE
                  WHEN EXISTS (SELECT FROM ledger_entries e
                                WHERE e.environment_id = k.environment_id AND e.member_id = k.member_id AND e.seq = k.seq
                                  AND e.type = k.type AND e.points = coalesce(k.points, e.points)
                                  AND e.created_at BETWEEN to_timestamp(k.at / 1000.0) - interval '1 minute'
                                                       AND to_timestamp((k.at + 1) / 1000.0)) THEN 'in-place'
                  WHEN EXISTS (SELECT FROM (SELECT * FROM ledger_entries e
                                             WHERE e.environment_id = k.environment_id AND e.member_id = k.member_id
                                             ORDER BY e.seq DESC LIMIT 1000) e
                                WHERE e.type = k.type AND e.points = coalesce(k.points, e.points)
                                  AND e.created_at > to_timestamp((k.at + 1) / 1000.0)) THEN 'later'
                END AS place
           FROM unnest(${entryRows.arrays}) WITH ORDINALITY AS k (${entryRows.names}, nth)
          ORDER BY nth`,
};

/** Returns a place for each entry, in the order of the entries. */
export const readEntryPlaces = async (
  db: Queryable,
  entries: readonly PublishedEntry[],
): Promise<EntryPlace[]> => {
  const rows = await db.query<{ place: EntryPlace }>(entriesStatement, entryRows.valuesOf(entries));
  return rows.map(({ place }) => place);
};

export interface CardEffects extends StampsKey {
  readonly completed: number;
  readonly stampedAtMs: number;
}

const cardsStatement: Statement = {
  name: 'effects-cards',
  text: `SELECT c.environment_id AS "environmentId", c.member_id AS "memberId", c.campaign_id AS "campaignId", c.completed,
                (extract(epoch FROM c.last_at) * 1000)::float8 AS "stampedAtMs"
           FROM ${cardRows.as('k')}
           JOIN member_counters c ON c.environment_id = k.environment_id AND c.member_id = k.member_id
                                 AND c.campaign_id = k.campaign_id AND c.kind = 'STAMPS'`,
};

/** Reads the present state of stamp cards. Cards without a stamp are left out. */
export const readCardEffects = (db: Queryable, cards: readonly StampsKey[]): Promise<CardEffects[]> =>
  db.query<CardEffects>(cardsStatement, cardRows.valuesOf(cards));

/** The kind as facts name it, and the id, definition key or setting name. */
interface EntityKey {
  readonly environmentId: EnvironmentId;
  readonly kind: string;
  readonly entityId: string;
}

/** An entity that is neither deleted nor revoked. */
export interface WrittenEntity extends EntityKey {
  readonly updatedAtMs: number;
}

/** Looks up by kind, so that ids use their index, and only UUIDs are cast to uuid. */
const lookUp = (kind: string, table: string, and = ''): string =>
  `SELECT k.environment_id, k.kind, k.id, t.updated_at FROM named k
     JOIN ${table} t ON t.environment_id = k.environment_id AND t.id = CASE WHEN k.kind = '${kind}' THEN k.id::uuid END ${and}`;

const entityRows = rowArrays<EntityKey>((fields, rows) => [
  ...fields('environment_id int', 'kind text'),
  ['id', 'text', rows.map(({ entityId }) => entityId)],
]);
const writtenStatement: Statement = {
  name: 'written-entities',
  text: `WITH named AS (SELECT * FROM ${entityRows.as('k')}),
         found AS (
           ${lookUp('campaign', 'campaigns')} UNION ALL
           ${lookUp('tier', 'tiers')} UNION ALL
           ${lookUp('segment', 'segments')} UNION ALL
           ${lookUp('webhook', 'webhooks', 'AND t.deleted_at IS NULL')} UNION ALL
           ${lookUp('reference', 'members', 'AND t.leads_to IS NOT NULL')} UNION ALL
           ${lookUp('primary-reference', 'members', 'AND t.leads_to IS NULL')} UNION ALL
           ${lookUp('merge', 'members', 'AND t.leads_to IS NOT NULL')} UNION ALL
           SELECT k.environment_id, k.kind, k.id, t.updated_at FROM named k
             JOIN event_definitions t ON k.kind = 'event-definition' AND t.environment_id = k.environment_id AND t.key = k.id
           UNION ALL
           SELECT k.environment_id, k.kind, k.id, greatest(t.created_at, t.updated_at) FROM named k
             JOIN api_keys t ON t.id = CASE WHEN k.kind = 'api-key' THEN k.id::uuid END AND t.environment_id = k.environment_id
                            AND t.revoked_at IS NULL
           UNION ALL
           SELECT k.environment_id, k.kind, k.id, to_timestamp((t.settings_written ->> k.id)::float8 / 1000) FROM named k
             JOIN environments t ON k.kind = 'setting' AND t.id = k.environment_id AND t.settings_written ? k.id
           UNION ALL
           SELECT k.environment_id, k.kind, k.id, t.updated_at FROM named k
             JOIN reward_providers t ON k.kind = 'provider' AND t.environment_id = k.environment_id AND t.name = k.id
           UNION ALL
           SELECT k.environment_id, k.kind, k.id, t.updated_at FROM named k
             JOIN imports t ON k.kind = 'import' AND t.environment_id = k.environment_id AND t.source = k.id
           UNION ALL
           SELECT k.environment_id, k.kind, k.id, t.created_at FROM named k
             JOIN tenant_streams t ON k.kind = 'stream' AND t.environment_id = k.environment_id AND t.topic = k.id
           UNION ALL
           SELECT k.environment_id, k.kind, k.id, t.updated_at FROM named k
             JOIN stream_outs t ON k.kind = 'stream-out' AND t.environment_id = k.environment_id AND t.topic = k.id
           UNION ALL
           SELECT k.environment_id, k.kind, k.id, t.created_at FROM named k
             JOIN tenants t ON t.id = CASE WHEN k.kind = 'tenant' THEN k.id::uuid END)
         SELECT environment_id AS "environmentId", kind, id AS "entityId",
                (extract(epoch FROM updated_at) * 1000)::float8 AS "updatedAtMs" FROM found`,
};

export const readWrittenEntities = (db: Queryable, names: readonly EntityKey[]): Promise<WrittenEntity[]> =>
  db.query<WrittenEntity>(writtenStatement, entityRows.valuesOf(names));

export interface BudgetEffects {
  readonly environmentId: EnvironmentId;
  readonly campaignId: string;
  readonly state: string;
  readonly isAlerted: boolean;
  readonly updatedAtMs: number;
}

type NamedCampaign = Pick<BudgetEffects, 'environmentId' | 'campaignId'>;

const campaignRows = rowArrays<NamedCampaign>((fields, rows) => [
  ...fields('environment_id int'),
  ['id', 'uuid', rows.map(({ campaignId }) => campaignId)],
]);
const budgetsStatement: Statement = {
  name: 'effects-budgets',
  text: `SELECT c.environment_id AS "environmentId", c.id AS "campaignId", c.state,
                coalesce(b.alerted_for_cents IS NOT NULL, false) AS "isAlerted",
                (extract(epoch FROM c.updated_at) * 1000)::float8 AS "updatedAtMs"
           FROM ${campaignRows.as('k')}
           JOIN campaigns c ON (c.environment_id, c.id) = (k.environment_id, k.id)
           LEFT JOIN campaign_budgets b ON (b.environment_id, b.campaign_id) = (c.environment_id, c.id)`,
};

/** Reads the present state of budgets, with one row for each time that a campaign is named. */
export const readBudgetEffects = (
  db: Queryable,
  campaigns: readonly NamedCampaign[],
): Promise<BudgetEffects[]> => db.query<BudgetEffects>(budgetsStatement, campaignRows.valuesOf(campaigns));
