import { dayMs, type EnvironmentId, type MemberId, randomId, utcDayOf } from '@loyalty/kernel';
import type { LedgerPosting } from '@loyalty/rules/earning';
import { lotGainOf } from '@loyalty/rules/lots';
import { type Database, onlyRow } from '@loyalty/storage';
import { lockAccountsById } from '../accounts/accounts.ts';
import { enrolMembers, insertPostings, updateAccounts } from '../accounts/write-accounts.ts';
import { addLots, type MemberLot, readLots } from '../lots/lots.ts';
import { newMember } from './enrol-member.ts';

/** 2100-01-01T00:00:00Z: far in the future, so that no job of the stack finds these lots due. */
export const beginningMs = Date.UTC(2100, 0);
export const beginningDay = utcDayOf(beginningMs);

/**
 * Points of a member, and when they expire: so many days after {@link beginningMs}, or after so many inactive
 * days.
 */
export interface GivenPoints {
  readonly points: number;
  readonly onDay?: number;
  readonly slidingDays?: number;
}

export interface LotMember {
  readonly memberId: MemberId;
  readonly memberKey: Buffer;
}

/** Stores a member, last active at the beginning, with these points and their ledger entries. */
export const enrolWithPoints = async (
  db: Database,
  environmentId: EnvironmentId,
  given: readonly GivenPoints[],
): Promise<LotMember> => {
  const atMs = beginningMs;
  const pointsBalance = given.reduce((sum, { points }) => sum + points, 0);
  const member = newMember(environmentId, { pointsBalance, ledgerSeq: given.length, atMs });
  const { memberKey, account } = member;
  const { memberId } = account;
  const postings = given.map((one, n) => adjustmentOf(one, n + 1, given));
  await db.transaction(async (tx) => {
    await enrolMembers(tx, [member]);
    const whose = { environmentId, memberId };
    await insertPostings(
      tx,
      postings.map((posting) => ({ ...whose, transactionId: null, posting, atMs })),
    );
    const gains = postings.flatMap((posting) => lotGainOf(posting) ?? []);
    await addLots(
      tx,
      gains.map((gain) => ({ ...gain, ...whose, addedAtMs: atMs })),
    );
  });
  return { memberId, memberKey };
};

const adjustmentOf = (
  { points, onDay, slidingDays }: GivenPoints,
  seq: number,
  given: readonly GivenPoints[],
): LedgerPosting => ({
  id: randomId(),
  seq,
  type: 'ADJUST',
  points,
  description: 'Given by a test',
  balanceAfter: given.slice(0, seq).reduce((sum, one) => sum + one.points, 0),
  expiresAtMs: onDay === undefined ? null : beginningMs + onDay * dayMs,
  ...(slidingDays === undefined ? null : { slidingDays }),
});

/** Reads a member: the balance, the entries that the job wrote, and the lots. */
export const seenOf = async (db: Database, environmentId: EnvironmentId, { memberId }: LotMember) => {
  const entries = await db.query<{ type: string; points: number; seq: number }>(
    `SELECT type, points, seq FROM ledger_entries
      WHERE environment_id = $1 AND member_id = $2 AND description <> 'Given by a test' ORDER BY seq`,
    [environmentId, memberId],
  );
  const member = await db.query<{ balance: number }>(
    'SELECT points_balance AS balance FROM members WHERE environment_id = $1 AND id = $2',
    [environmentId, memberId],
  );
  const lots = await readLots(db, environmentId, [memberId]);
  return { balance: onlyRow(member, 'member').balance, entries, lots: lots.map(shown) };
};

const shown = ({ slidingDays, expiresOn, points }: MemberLot): readonly number[] => [
  slidingDays === 0 ? expiresOn - beginningDay : -slidingDays,
  points,
];

/** Makes the member active under their lock, as a receipt does. */
export const touch = (
  db: Database,
  environmentId: EnvironmentId,
  { memberId, atMs, waits }: { memberId: MemberId; atMs: number; waits: () => Promise<void> },
): Promise<void> =>
  db.transaction(async (tx) => {
    const { account } = onlyRow(await lockAccountsById(tx, environmentId, [memberId]), 'account');
    await waits();
    await updateAccounts(tx, [{ environmentId, account: { ...account, lastActivityAtMs: atMs }, atMs }]);
  });
