// The program of Go and Java, by the client of ours, in any runtime. A campaign is created and activated for a receipt, and
// the result is read again. A third of it comes back. Points are authorized, captured and given back after all. An empty
// receipt is refused. A member lives from enrolment to erasure.
import { createLoyalty, isProblem, type Loyalty, type LoyaltySettings, type Schemas } from '@loyalty/client';

/** Returns one sentence. Throws where anything is not as it must be. */
export const run = async (settings: LoyaltySettings, name: string): Promise<string> => {
  const loyalty = createLoyalty(settings);
  const campaignId = await activeCampaign(loyalty, name);
  try {
    return `${await sale(loyalty, name, campaignId)}; ${await life(loyalty, name, campaignId)}`;
  } finally {
    await loyalty.archiveCampaign({ campaignId });
  }
};

function check(holds: boolean, fact: string): asserts holds {
  if (!holds) throw new Error(`It is not so that ${fact}`);
}

/** The code of a call that is refused. */
const codeOf = async (call: Promise<unknown>): Promise<string> => {
  try {
    await call;
  } catch (error) {
    if (isProblem(error)) return error.code;
    throw error;
  }
  return 'none';
};

const activeCampaign = async (loyalty: Loyalty, name: string): Promise<string> => {
  const body: Schemas['CampaignCreateBody'] = {
    name: `One percent for ${name}`,
    earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 },
    redemptionRule: { pointsPerRand: 10 },
  };
  const { id } = await loyalty.createCampaign({ body });
  const { state } = await loyalty.activateCampaign({ campaignId: id });
  check(state === 'ACTIVE', `the campaign is active, not ${state}`);
  return id;
};

const sale = async (loyalty: Loyalty, name: string, campaignId: string): Promise<string> => {
  const transactionRef = `${name}-${crypto.randomUUID()}`;
  const receipt = { transactionRef, memberRef: `${name}-customer`, amount: 15_000 };
  const evaluated = await loyalty.evaluateTransaction({ body: receipt });
  const award = evaluated.campaigns.find((one) => one.campaignId === campaignId);
  check(award?.pointsEarned === 150, `the campaign gives 150 points, not ${String(award?.pointsEarned)}`);
  const again = await loyalty.withResponse.evaluateTransaction({ body: receipt });
  check(again.isReplayed && again.data.pointsAwarded === evaluated.pointsAwarded, 'a repeat is known');
  const found = await loyalty.getTransaction({ transactionRef });
  check(found.state === 'PROCESSED', `it was processed, not ${found.state}`);
  const third = { transactionRef, returnRef: `${transactionRef}-a`, amount: 5_000 };
  const returned = await loyalty.returnPurchase({ body: third });
  check(returned.amountRemaining === 10_000 && returned.pointsReversed >= 50, 'a third comes back');
  const more = { transactionRef, returnRef: `${transactionRef}-b`, amount: 10_001 };
  check((await codeOf(loyalty.returnPurchase({ body: more }))) === 'RETURN_EXCEEDS_RECEIPT', 'no more does');
  await payWithPoints(loyalty, receipt);
  // Wrong on purpose: a caller without types.
  const empty = {} as Schemas['EvaluateBody'];
  const faults = await faultsOf(loyalty.evaluateTransaction({ body: empty }));
  return [
    `${evaluated.pointsAwarded.toString()} points awarded, the balance is ${evaluated.pointsBalance.toString()}`,
    `an empty receipt has ${faults.length.toString()} faults, as ${String(faults[0]?.pointer)}`,
  ].join('; ');
};

const faultsOf = async (call: Promise<unknown>): Promise<readonly { readonly pointer: string }[]> => {
  try {
    await call;
  } catch (error) {
    if (isProblem(error, 'VALIDATION_ERROR')) return error.context.errors;
    throw error;
  }
  return [];
};

const payWithPoints = async (
  loyalty: Loyalty,
  { transactionRef, memberRef, amount }: Schemas['EvaluateBody'],
): Promise<void> => {
  const name = { transactionRef: `${transactionRef}-order` };
  const order = { ...name, memberRef, amount, pointsRequested: 20 };
  const authorized = await loyalty.authorizeRedemption({ body: order });
  check(authorized.discountAmount === 200, '20 points are R2');
  const captured = await loyalty.captureRedemption({ body: name });
  check(captured.pointsRedeemed === 20, '20 points are taken');
  const voided = await loyalty.voidRedemption({ body: name });
  check(voided.pointsRefunded === 20, '20 points are given back');
};

const life = async (loyalty: Loyalty, name: string, campaignId: string): Promise<string> => {
  const externalRef = `${name}-member-${crypto.randomUUID()}`;
  const { id: memberId } = await loyalty.createMember({ body: { externalRef, name: 'Thandi Nkosi' } });
  const changed = await loyalty.updateMember({ memberId, body: { phone: '+27 82 555 0142' } });
  check(changed.phone === '+27 82 555 0142' && changed.name === 'Thandi Nkosi', 'the profile has both');
  const found: string[] = [];
  for await (const member of loyalty.each.listMembers({ search: externalRef })) found.push(member.id);
  check(found.join() === memberId, `the member is found: ${found.join()}`);
  const expiresAt = new Date(Date.now() + 2 * 86_400_000).toISOString();
  const welcome = { points: 1_000, reason: 'Welcome', ref: externalRef, expiresAt };
  const adjusted = await loyalty.adjustPoints({ memberId, body: welcome });
  check(adjusted.pointsBalance === 1_000, 'the points are given');
  const { expiring } = await loyalty.listExpiringPoints({ memberId, within: 30 });
  check(expiring.length === 1 && expiring[0]?.points === 1_000, 'they expire');
  const redeemed = await redeem(loyalty, externalRef, campaignId);
  const suspended = await loyalty.suspendMember({ memberId, body: { reason: 'Card was stolen' } });
  check(suspended.state === 'suspended' && suspended.stateReason === 'Card was stolen', 'it is suspended');
  check((await loyalty.reinstateMember({ memberId })).state === 'active', 'it is active again');
  const consent = {
    memberId,
    purpose: 'MARKETING',
    channels: ['SMS'],
    granted: true,
    source: 'till',
  } as const;
  await loyalty.recordConsent({ body: { ...consent, evidence: { form: 7 } } });
  const { current } = await loyalty.listConsents({ memberId });
  check(current.length === 1 && current[0]?.granted === true, 'the consent counts');
  const figures = await loyalty.getMemberStatistics({ memberId });
  check(figures.pointsBalance === 500 && figures.daysSinceLastTxn === null, '500 points are left');
  check((await loyalty.eraseMember({ memberId })).state === 'anonymized', 'it is erased');
  check((await codeOf(loyalty.createMember({ body: { externalRef } }))) === 'MEMBER_ERASED', 'for good');
  return redeemed;
};

const redeem = async (loyalty: Loyalty, memberRef: string, campaignId: string): Promise<string> => {
  const { pointsPerRand } = await loyalty.getBurnRate({ campaignId });
  check(pointsPerRand === 10, `10 points are R1, not ${String(pointsPerRand)}`);
  const asked = { memberRef, amount: 15_000, pointsRequested: 500, campaignId };
  const { discountAmount } = await loyalty.quoteRedemption({ body: asked });
  check(discountAmount === 5_000, `500 points are R50, not ${discountAmount.toString()}`);
  const order = { ...asked, transactionRef: memberRef };
  const redeemed = await loyalty.redeemPoints({ body: order });
  check(redeemed.discountAmount === 5_000 && redeemed.balanceAfter === 500, 'it is redeemed');
  const more = { ...order, transactionRef: `${memberRef}-more`, pointsRequested: 501 };
  const code = await codeOf(loyalty.redeemPoints({ body: more }));
  check(code === 'INSUFFICIENT_POINTS', `501 of 500 points are refused, not ${code}`);
  return `${redeemed.pointsRedeemed.toString()} points redeemed for ${redeemed.discountAmount.toString()} cents, 501 of 500 refused as ${code}`;
};
