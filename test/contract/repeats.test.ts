import { openapiDocument } from '@loyalty/contracts/http';
import { contractCalls, contractCampaign } from '../support/contract-calls.ts';
import { giftCampaign, issueReward } from '../support/rewards.ts';
import { openStoredRows } from '../support/stored-rows.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;

beforeAll(async () => {
  tenant = await createTestTenant('Contract of repeats');
});

/** Each response is checked against the contract. */
const { ask, bodyOf, memberNamed, statusOf } = contractCalls(() => tenant);

type OperationId = Parameters<typeof ask>[0];
const askedTwice = new Set<string>();

/** Calls twice: the second finds what the first has done. */
const askTwice = async (operationId: OperationId, ids: Readonly<Record<string, string>>): Promise<void> => {
  const first = await ask(operationId, { ids });
  const second = await ask(operationId, { ids });
  expect([operationId, second.status, second.text]).toEqual([operationId, 200, first.text]);
  expect(first.status).toBe(200);
  askedTwice.add(operationId);
};

test('what is so already is 200 with the record, wherever the document promises it (D195)', async () => {
  const { id: campaignId } = await bodyOf<{ id: string }>('createCampaign', { body: contractCampaign });
  for (const operationId of [
    'activateCampaign',
    'pauseCampaign',
    'resumeCampaign',
    'archiveCampaign',
  ] as const)
    await askTwice(operationId, { campaignId });
  const { id: memberId } = await memberNamed('repeats-1');
  for (const operationId of ['suspendMember', 'reinstateMember'] as const)
    await askTwice(operationId, { memberId });
  await activateCampaigns(tenant.test, [giftCampaign]);
  const receipt = { transactionRef: crypto.randomUUID(), memberRef: 'repeats-1', amount: 100 };
  const given = await tenant.test.post('/transactions/evaluate', receipt);
  const [rewardId = ''] = given.body.campaigns.flatMap(({ rewardIds }) => rewardIds);
  const stored = openStoredRows();
  await issueReward(stored, rewardId);
  await stored.close();
  await askTwice('expireReward', { rewardId });

  const promised = Object.values(openapiDocument.paths).flatMap((item) =>
    [item.post, item.delete].filter((object) =>
      /\bthe\s+record\s+is\s+returned\s+with\s+200\b/i.test(String(object?.['description'])),
    ),
  );
  expect(promised.map((object) => object?.operationId).toSorted()).toEqual([...askedTwice].toSorted());
});

test('members who are added to a segment or removed from it again stay as they are (D195)', async () => {
  const body = { name: 'Repeats', type: 'STATIC' };
  const { id: segmentId } = await bodyOf<{ id: string }>('createSegment', { body });
  const { id: memberId } = await memberNamed('repeats-2');
  const members = { ids: { segmentId }, body: { memberIds: [memberId] } };
  expect(await bodyOf('addSegmentMembers', members)).toMatchObject({ added: 1 });
  expect(await bodyOf('addSegmentMembers', members)).toMatchObject({ added: 0 });
  const ids = { segmentId, memberId };
  expect(await statusOf('removeSegmentMember', { ids })).toBe(204);
  expect(await statusOf('removeSegmentMember', { ids })).toBe(204);
});
