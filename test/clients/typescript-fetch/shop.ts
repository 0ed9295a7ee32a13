// Uses the API with the client that openapi-generator made: a campaign with AND is read and written back, a member earns, pays
// and is returned a whole receipt, a list has a STATIC segment, and a received webhook is read by its type.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  type Campaign,
  CampaignConditionFromJSON,
  CampaignsApi,
  CampaignState,
  Configuration,
  type EvaluateResult,
  instanceOfTransactionProcessedEvent,
  MembersApi,
  ResponseError,
  SegmentsApi,
  SegmentType,
  SpendPercentageRuleTypeEnum,
  TransactionProcessedEventFromJSON,
  TransactionsApi,
  TransactionState,
  ValidationProblemFromJSON,
} from './loyalty/index.js';

const [basePath = '', tenantId = '', apiKey = '', webhookFile = ''] = process.argv.slice(2);
const configuration = new Configuration({ basePath, apiKey });
const campaigns = new CampaignsApi(configuration);
const members = new MembersApi(configuration);
const segments = new SegmentsApi(configuration);
const transactions = new TransactionsApi(configuration);
const ref = `typescript-fetch-${randomUUID()}`;

const check = (holds: boolean, fact: string, seen: unknown): void => {
  if (!holds) throw new Error(`It is not so that ${fact}: ${JSON.stringify(seen)}`);
};

const activeCampaign = async (): Promise<Campaign> => {
  const conditions = CampaignConditionFromJSON({
    operator: 'AND',
    conditions: [
      { field: 'store_ref', op: 'in', value: ['fetch-shop'] },
      { lines: { field: 'sku', op: 'eq', value: 'wine' } },
    ],
  });
  const { id } = await campaigns.createCampaign({
    tenantId,
    campaignCreateBody: {
      name: 'One percent for the client by typescript-fetch',
      earningRule: { type: SpendPercentageRuleTypeEnum.SpendPercentage, percentage: 1 },
      redemptionRule: { pointsPerRand: 10 },
      conditions,
    },
  });
  const read = await campaigns.getCampaign({ tenantId, campaignId: id });
  const campaignUpdateBody = { earningRule: read.earningRule, conditions: read.conditions };
  const written = await campaigns.updateCampaign({ tenantId, campaignId: id, campaignUpdateBody });
  const isSame = JSON.stringify(written.conditions) === JSON.stringify(read.conditions);
  check(isSame, 'the conditions are written back as they were', written.conditions);
  const active = await campaigns.activateCampaign({ tenantId, campaignId: id });
  check(active.state === CampaignState.Active, 'the campaign is active', active);
  return active;
};

const enrol = async (): Promise<void> => {
  const memberCreateBody = { externalRef: ref, name: 'Thandi Nkosi' };
  const { id: memberId } = await members.createMember({ tenantId, memberCreateBody });
  const adjustPointsBody = { points: 1000, reason: 'Welcome' };
  const given = await members.adjustPoints({ tenantId, memberId, adjustPointsBody });
  check(given.pointsBalance === 1000, 'the points are given', given);
  const found = await members.listMembers({ tenantId, search: ref });
  check(found.members.map(({ id }) => id).join() === memberId, 'the member is found', found);
};

const sell = async (campaign: Campaign): Promise<EvaluateResult> => {
  const evaluateBody = {
    transactionRef: ref,
    memberRef: ref,
    amount: 15_000,
    storeRef: 'fetch-shop',
    products: [{ sku: 'wine', quantity: 1, unitPrice: 15_000 }],
  };
  const sold = await transactions.evaluateTransaction({ tenantId, evaluateBody });
  const result = sold as EvaluateResult;
  const award = result.campaigns.find(({ campaignId }) => campaignId === campaign.id);
  check(award?.pointsEarned === 150, 'the campaign gives 150 points', result);
  const outcome = await transactions.getTransaction({ tenantId, transactionRef: ref });
  check(outcome.state === TransactionState.Processed, 'it is decided', outcome);
  return result;
};

const payWithPoints = async (campaignId: string): Promise<void> => {
  const asked = { memberRef: ref, amount: 15_000, pointsRequested: 20, campaignId };
  const quote = await transactions.quoteRedemption({ tenantId, redeemQuoteBody: asked });
  check(quote.discountAmount === 200, '20 points are R2', quote);
  const redemptionName = { transactionRef: `${ref}-order` };
  const authorizeBody = { ...asked, ...redemptionName };
  const authorized = await transactions.authorizeRedemption({ tenantId, authorizeBody });
  check(authorized.discountAmount === 200, '20 points are authorized', authorized);
  const captured = await transactions.captureRedemption({ tenantId, redemptionName });
  check(captured.pointsRedeemed === 20, '20 points are taken', captured);
  const voided = await transactions.voidRedemption({ tenantId, redemptionName });
  check(voided.pointsRefunded === 20, '20 points come back', voided);
};

const staticSegment = async (): Promise<void> => {
  const segmentCreateBody = { name: ref, type: SegmentType.Static };
  const { id: segmentId } = await segments.createSegment({ tenantId, segmentCreateBody });
  const listed = await segments.listSegments({ tenantId, limit: 200 });
  const found = listed.segments.find(({ id }) => id === segmentId);
  check(found?.rules === null, 'a STATIC segment has no rules', found);
  await segments.deleteSegment({ tenantId, segmentId });
};

const faultsOfReceipt = async (): Promise<number> => {
  const evaluateBody = { transactionRef: '', memberRef: '', amount: -1 };
  try {
    await transactions.evaluateTransaction({ tenantId, evaluateBody });
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error;
    return ValidationProblemFromJSON(await error.response.json()).context.errors.length;
  }
  throw new Error('A faulty receipt was accepted.');
};

const readWebhook = (): string => {
  const event = TransactionProcessedEventFromJSON(JSON.parse(readFileSync(webhookFile, 'utf8')));
  check(instanceOfTransactionProcessedEvent(event), 'its parts are read', event);
  check(event.data.campaigns.length > 0, 'its campaigns are read', event);
  return `a webhook of ${event.data.pointsAwarded.toString()} points`;
};

const campaign = await activeCampaign();
try {
  await enrol();
  const result = await sell(campaign);
  await payWithPoints(campaign.id);
  const returnBody = { transactionRef: ref, returnRef: `${ref}-a`, whole: true };
  const returned = await transactions.returnPurchase({ tenantId, returnBody });
  check(returned.amountRemaining === 0 && returned.pointsReversed >= 150, 'all comes back', returned);
  await staticSegment();
  const faults = await faultsOfReceipt();
  console.log(
    [
      `${result.pointsAwarded.toString()} points awarded`,
      `${returned.pointsReversed.toString()} returned with the whole receipt; a faulty receipt has ${faults.toString()} faults`,
      readWebhook(),
    ].join(', '),
  );
} finally {
  await campaigns.archiveCampaign({ tenantId, campaignId: campaign.id });
}
