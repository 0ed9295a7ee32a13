import { factOfRequest } from '@loyalty/engine';
import type { EnvironmentId } from '@loyalty/kernel';
import { applyVoid, decideVoid, toVoidResponse, type VoidProcessed } from '@loyalty/rules/burning';
import type { Deduction } from '@loyalty/rules/returns';
import type { CountActivity } from '@loyalty/tables/activity';
import type { GivenBack } from '@loyalty/tables/campaigns';
import { authorKeyIn } from '../usecases/redemption-book.ts';
import { type BurnRules, processed, refused } from './burn-rules.ts';
import { countRedeemed } from './redeem.ts';

/** The rules of a void, which gives back what a redeem took. A lapse is a void that nobody asked for. */
export const voiding: BurnRules<'void', VoidProcessed> = {
  operation: 'void',
  rejection: 'INVALID_VOID',
  costTokens: 100,
  decide: (request, { snapshot, account, state }) => {
    const { environmentId, newId, message } = request;
    const { record, value } = message;
    const redeem = state.redemptions.redeemOf(request);
    const { isLapse } = value.body;
    // A lapse has no caller: where its redeem was ended meanwhile, nothing of it is kept (D187).
    if (isLapse && (redeem?.openUntilMs ?? Infinity) >= record.timestamp)
      return { outcome: 'skipped', reason: 'there is nothing to lapse' };
    const owner = account && { environmentId, memberId: account.memberId };
    const { pointsExpiry, zone = null, pointValueCents, voidWithinMinutes } = snapshot;
    const asked = {
      account,
      redeem,
      nowMs: record.timestamp,
      newId,
      lots: state.lots.lotsOf(owner),
      spent: owner && state.spent.spentOf(owner),
      pointsExpiry,
      zone,
      pointValueCents,
      isLapse,
      author: authorKeyIn(record),
    };
    const decision = decideVoid(voidWithinMinutes === undefined ? asked : { ...asked, voidWithinMinutes });
    return decision.outcome === 'refused'
      ? refused(request, decision, state)
      : processed(decision, decision.voidTransactionId, toVoidResponse(decision));
  },
  apply: ({ environmentId }, result, { account, state }) => {
    const owner = { environmentId, memberId: result.memberId };
    const after = applyVoid(account, result);
    state.lots.leave(owner, result.lotsAfter);
    state.spent.leave(owner, result.spentAfter);
    state.redemptions.close(environmentId, result.redeem);
    state.redemptions.refund(environmentId, { ...result, redeem: { ...result.redeem, openUntilMs: null } });
    state.givenBack.push(
      { environmentId, campaignId: result.campaignId, cents: result.discountCents },
      ...givenBackOf(environmentId, result.deductions),
    );
    return after;
  },
  factsOf: (outcome, result) => [
    factOfRequest(outcome, { type: 'transaction.voided', data: toVoidResponse(result) }),
  ],
};

export const givenBackOf = (
  environmentId: EnvironmentId,
  parts: readonly Pick<Deduction, 'campaignId' | 'budgetCents'>[],
): readonly GivenBack[] =>
  parts.map(({ campaignId, budgetCents: cents }) => ({ environmentId, campaignId, cents }));

export const countRefunded = (
  activity: CountActivity,
  environmentId: EnvironmentId,
  refund: Pick<VoidProcessed, 'campaignId' | 'pointsRefunded' | 'discountCents'>,
): void => {
  const { campaignId, pointsRefunded, discountCents } = refund;
  const redeemed = { campaignId, pointsRedeemed: -pointsRefunded, discountCents: -discountCents };
  countRedeemed(activity, environmentId, redeemed);
};
