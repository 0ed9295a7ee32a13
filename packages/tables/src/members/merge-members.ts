import { type EnvironmentId, type MemberId, randomId, type TierId } from '@loyalty/kernel';
import { decideMerge, type MergingMember } from '@loyalty/rules/merging';
import { tierOf } from '@loyalty/rules/tiers';
import { lockEnvironmentsShared, onlyRow, type Statement, type Transaction } from '@loyalty/storage';
import { type KnownAccount, lockAccountsById, ReferenceMoved } from '../accounts/accounts.ts';
import type { NotYetAvailable } from '../campaigns/campaign-limits.ts';
import { lotsMax, type MemberLot, readLots } from '../lots/lots.ts';
import { listTiers } from '../tiers/tiers.ts';
import { findOlderProcess, noteReferences, referencesMax } from './references.ts';
import { writeMerge } from './write-merge.ts';

export interface MergeOrder {
  readonly environmentId: EnvironmentId;
  /** The member who stays. */
  readonly winnerId: string;
  /** The member who is merged into the other one. */
  readonly loserId: string;
  /** Why both are one person. It is kept in the loser's profile, so that an erasure removes it. */
  readonly reason: string;
  readonly atMs: number;
}

/** Why two members cannot be merged now. `memberId` is the one of whom it is true. */
export interface MergeBlocker {
  readonly reason:
    'MERGED' | 'NOT_ACTIVE' | 'OPEN_AUTHORIZATION' | 'LIMIT_EXCEEDED' | 'POINTS_OVERFLOW' | 'RETRY';
  readonly memberId: MemberId;
  /** Of MERGED: into whom. */
  readonly mergedInto?: MemberId;
  /** Of LIMIT_EXCEEDED: the limit, and what it limits. */
  readonly limit?: number;
  readonly of?: 'memberReferences' | 'mergedRewards' | 'mergedRows';
}

export interface MovedByMerge {
  readonly pointsMoved: number;
  readonly lifetimePointsMoved: number;
  readonly rewardsMoved: number;
}

export type MergeResult =
  | ({
      readonly outcome: 'merged';
      readonly winner: KnownAccount;
      readonly loserId: MemberId;
      /** The balance of the winner with the points that were moved. */
      readonly pointsBalance: number;
      /** The number of the winner's newest entry. */
      readonly ledgerSeq: number;
      /** When the loser's row was written, by which a lost commit is found (`readWrittenEntities`). */
      readonly updatedAt: string;
    } & MovedByMerge)
  /** An earlier call has merged them. */
  | { readonly outcome: 'unchanged'; readonly winner: KnownAccount }
  | { readonly outcome: 'blocked'; readonly blockers: readonly MergeBlocker[] }
  /** `memberId` is unknown. */
  | { readonly outcome: 'not-found'; readonly memberId: string }
  | NotYetAvailable;

/** A merge moves all rewards in one transaction, for which tills wait. */
const rewardsMax = 1_000;
/** The same for lots, pending points, counts, uses and memberships. */
const rowsMax = 5_000;

/**
 * Merges a member into another one: whatever may still change becomes the winner's, what is past stays readable
 * under the loser's id, and the loser's row leads to the winner for ever (docs/mechanisms/merging.md). Rolling
 * the transaction back makes it a dry run.
 */
export const mergeMembers = async (tx: Transaction, order: MergeOrder): Promise<MergeResult> => {
  const { environmentId } = order;
  // As a recheck of a tier takes it: no run over all members decides by other tiers meanwhile.
  await lockEnvironmentsShared(tx, 'tiers', [environmentId]);
  const rows = await lockRows(tx, order);
  if ('outcome' in rows) return rows;
  const { winner, loser } = rows;
  if (loser.leadsTo === winner.memberId)
    return { outcome: 'unchanged', winner: await accountOf(tx, winner, order) };
  const merged = [loser, winner].flatMap(({ memberId, leadsTo }): MergeBlocker[] =>
    leadsTo === null ? [] : [{ reason: 'MERGED', memberId, mergedInto: leadsTo }],
  );
  if (merged.length > 0) return { outcome: 'blocked', blockers: merged };
  return (await findOlderProcess(tx)) ?? mergeLocked(tx, order, rows);
};

interface LockedRow {
  readonly memberId: MemberId;
  readonly state: string;
  readonly leadsTo: MemberId | null;
  readonly tierId: TierId | null;
}

interface LockedRows {
  readonly winner: LockedRow;
  readonly loser: LockedRow;
  /** The number of rows that lead to either. */
  readonly references: number;
  /** Whether other members were merged into the loser. */
  readonly hasMerged: boolean;
}

const namedStatement: Statement = {
  name: 'merge-named',
  text: `SELECT id FROM members WHERE environment_id = $1 AND (id = ANY ($2::uuid[]) OR leads_to = ANY ($2::uuid[]))`,
};

const lockStatement: Statement = {
  name: 'merge-lock',
  text: `SELECT id AS "memberId", state, leads_to AS "leadsTo", tier_id AS "tierId" FROM members
          WHERE environment_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
};

/** Locks both members and the rows that lead to them, in the order of their ids. */
const lockRows = async (
  tx: Transaction,
  { environmentId, winnerId, loserId }: MergeOrder,
): Promise<LockedRows | Extract<MergeResult, { outcome: 'not-found' }>> => {
  const readIds = async (): Promise<string[]> =>
    (await tx.query<{ readonly id: string }>(namedStatement, [environmentId, [winnerId, loserId]])).map(
      ({ id }) => id,
    );
  const rows = await tx.query<LockedRow>(lockStatement, [environmentId, await readIds()]);
  const known = (id: string) => rows.find(({ memberId, state }) => memberId === id && state !== 'reference');
  const [winner, loser] = [known(winnerId), known(loserId)];
  if (winner === undefined) return { outcome: 'not-found', memberId: winnerId };
  if (loser === undefined) return { outcome: 'not-found', memberId: loserId };
  // Nobody is given a reference as long as their row is locked.
  if ((await readIds()).length > rows.length)
    throw new ReferenceMoved('a member was given a reference before a merge had locked them');
  const leading = rows.filter(({ leadsTo }) => leadsTo !== null);
  const hasMerged = leading.some((row) => row.leadsTo === loser.memberId && row.state !== 'reference');
  return { winner, loser, references: leading.length, hasMerged };
};

const accountOf = async (
  tx: Transaction,
  { memberId }: LockedRow,
  { environmentId }: MergeOrder,
): Promise<KnownAccount> => onlyRow(await lockAccountsById(tx, environmentId, [memberId]), 'a locked member');

const mergeLocked = async (tx: Transaction, order: MergeOrder, rows: LockedRows): Promise<MergeResult> => {
  const { environmentId } = order;
  const [winner, loser] = [await accountOf(tx, rows.winner, order), await accountOf(tx, rows.loser, order)];
  const lots = await readLots(tx, environmentId, [loser.account.memberId]);
  const decided = decide({ winner, loser, lots, hasMerged: rows.hasMerged });
  const blockers = [
    ...(await findBlockers(tx, order, rows, [winner, loser])),
    ...(decided.outcome === 'refused'
      ? [{ reason: decided.code, memberId: winner.account.memberId } as const]
      : []),
  ];
  if (decided.outcome === 'refused' || blockers.length > 0) return { outcome: 'blocked', blockers };
  const written = await writeMerge(tx, { ...order, decided, lots, before: { winner, loser } });
  await noteReferences(tx, environmentId);
  return {
    outcome: 'merged',
    winner,
    loserId: loser.account.memberId,
    pointsMoved: loser.account.pointsBalance,
    lifetimePointsMoved: loser.account.lifetimePoints,
    pointsBalance: decided.winner.account.pointsBalance,
    ledgerSeq: decided.winner.account.ledgerSeq,
    ...written,
  };
};

interface Merging {
  readonly winner: KnownAccount;
  readonly loser: KnownAccount;
  readonly lots: readonly MemberLot[];
  readonly hasMerged: boolean;
}

const decide = ({ winner, loser, lots, hasMerged }: Merging): ReturnType<typeof decideMerge> =>
  decideMerge({
    winner: mergingOf(winner),
    loser: { ...mergingOf(loser), hasMerged },
    lots,
  });

const mergingOf = ({ account, figures }: KnownAccount): MergingMember => ({
  account,
  figures,
  entryId: randomId(),
  hasMerged: false,
});

const ownedStatement: Statement = {
  name: 'merge-owned',
  // Counted as far as it matters.
  text: `SELECT (SELECT array_agg(DISTINCT member_id) FROM open_redemptions
                  WHERE environment_id = $1 AND member_id IN ($2, $3)) AS authorized,
                (SELECT count(*) FROM (SELECT FROM rewards WHERE environment_id = $1 AND member_id = $3
                                        LIMIT ${(rewardsMax + 1).toString()}) o) AS rewards,
                (SELECT count(*) FROM (SELECT FROM point_lots WHERE environment_id = $1 AND member_id = $2
                                        LIMIT ${lotsMax.toString()}) o) AS "winnerLots",
                (SELECT count(*) FROM (SELECT FROM point_lots WHERE environment_id = $1 AND member_id = $3
                                        LIMIT ${(rowsMax + 1).toString()}) o) AS lots,
                (SELECT count(*) FROM (
                   (SELECT FROM pending_points WHERE environment_id = $1 AND member_id = $3) UNION ALL
                   (SELECT FROM member_counters WHERE environment_id = $1 AND member_id = $3) UNION ALL
                   (SELECT FROM member_uses WHERE environment_id = $1 AND member_id = $3) UNION ALL
                   (SELECT FROM segment_members WHERE environment_id = $1 AND member_id = $3)
                   LIMIT ${(rowsMax + 1).toString()}) o) AS rows`,
};

interface Owned {
  readonly authorized: readonly MemberId[] | null;
  readonly rewards: number;
  readonly winnerLots: number;
  readonly lots: number;
  readonly rows: number;
}

/** Finds whatever hinders the merge, so that a dry run names all of it at once. */
const findBlockers = async (
  tx: Transaction,
  { environmentId, winnerId, loserId }: MergeOrder,
  { winner, loser, references }: LockedRows,
  accounts: readonly KnownAccount[],
): Promise<MergeBlocker[]> => {
  const owned = onlyRow(
    await tx.query<Owned>(ownedStatement, [environmentId, winnerId, loserId]),
    'what is owned',
  );
  const tiers = await listTiers(tx, environmentId);
  const { memberId } = loser;
  const exceeds = (is: boolean, limit: number, of: MergeBlocker['of']): MergeBlocker[] =>
    is && of !== undefined ? [{ reason: 'LIMIT_EXCEEDED', memberId, limit, of }] : [];
  return [
    ...[winner, loser]
      .filter(({ state }) => state !== 'active')
      .map((one): MergeBlocker => ({ reason: 'NOT_ACTIVE', memberId: one.memberId })),
    ...(owned.authorized ?? []).map((id): MergeBlocker => ({ reason: 'OPEN_AUTHORIZATION', memberId: id })),
    // Each of the two has their own row besides.
    ...exceeds(references + 2 > referencesMax, referencesMax, 'memberReferences'),
    ...exceeds(owned.rewards > rewardsMax, rewardsMax, 'mergedRewards'),
    ...exceeds(
      owned.rows + owned.lots > rowsMax || owned.lots + owned.winnerLots > lotsMax,
      rowsMax,
      'mergedRows',
    ),
    // A recheck is due, which must not take this merge for the reason of the change.
    ...accounts
      .filter(
        ({ account }) => tierIn(winner, loser, account.memberId) !== tierOf(tiers, account.lifetimePoints),
      )
      .map(({ account }): MergeBlocker => ({ reason: 'RETRY', memberId: account.memberId })),
  ];
};

const tierIn = (winner: LockedRow, loser: LockedRow, memberId: MemberId): TierId | null =>
  (winner.memberId === memberId ? winner : loser).tierId;
