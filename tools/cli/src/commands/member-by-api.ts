import { createLoyalty, isProblem, type Loyalty } from '@loyalty/client';
import { Fault, isUuid } from '@loyalty/kernel';
import { type ApiAccess, failedCall } from '../api-access.ts';
import type { MemberReport } from './member-report.ts';

/**
 * Reads what `members show` prints by calls of the API, with a key and without the database. Throws a Fault if
 * there is no such member, or the key may not read one of the parts.
 */
export const readMemberByApi = async (
  access: ApiAccess,
  idOrRef: string,
  shownMax: number,
): Promise<MemberReport> => {
  const loyalty = createLoyalty(access);
  try {
    const member = await findMemberByApi(loyalty, idOrRef);
    const page = { memberId: member.id, limit: shownMax };
    const [{ tiers }, ledger, lots, pending, open, limits, rewards, consents] = await Promise.all([
      loyalty.listTiers({ limit: tiersMax }),
      loyalty.listLedgerEntries(page),
      loyalty.listExpiringPoints({ memberId: member.id, within: daysMax }),
      loyalty.listPendingPoints(page),
      loyalty.listOpenAuthorizations({ memberId: member.id }),
      loyalty.listMemberLimits({ memberId: member.id }),
      loyalty.listMemberRewards(page),
      loyalty.listConsents(page),
    ]);
    return {
      member,
      tier: tiers.find(({ id }) => id === member.tierId)?.name ?? null,
      entries: ledger.entries,
      lots: lots.expiring.map(({ expiresAt, points }) => ({
        slidingDays: 0,
        expiresAtMs: Date.parse(expiresAt),
        points,
      })),
      pending: pending.pending,
      authorizations: open.authorizations.map(({ transactionRef, pointsRedeemed, expiresAt }) => ({
        ref: transactionRef,
        points: pointsRedeemed,
        expiresAt: new Date(expiresAt),
      })),
      ...limits,
      rewards: rewards.rewards,
      consents: consents.consents,
      current: consents.current,
    };
  } catch (error) {
    if (error instanceof Fault) throw error;
    const { code, reason } = failedCall(error);
    throw new Fault(code ?? 'NOT_CALLED', `The member cannot be read: ${reason}.`);
  }
};

/** The largest that the API takes. */
const [daysMax, tiersMax] = [3_650, 200];

/** Finds a member by id, or else by reference. Throws a Fault if there is none, or what the client throws. */
export const findMemberByApi = async (loyalty: Loyalty, idOrRef: string) => {
  if (isUuid(idOrRef)) {
    try {
      return await loyalty.getMember({ memberId: idOrRef });
    } catch (error) {
      if (!isProblem(error, 'MEMBER_NOT_FOUND')) throw error;
    }
  }
  const { members } = await loyalty.listMembers({ ref: idOrRef });
  const [member] = members;
  if (member !== undefined) return member;
  throw memberNotFound();
};

export const memberNotFound = (): Fault =>
  new Fault(
    'MEMBER_NOT_FOUND',
    'There is no member with this id or reference in this environment: try the other one with --mode.',
  );
