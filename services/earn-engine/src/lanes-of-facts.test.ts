import { headers as names, topics } from '@loyalty/contracts';
import { memberKeyOf } from '@loyalty/kernel';
import { testCampaign, testSnapshot } from '@loyalty/testkit/engine';
import { credit, memberEvent } from './testing/earn-bodies.ts';
import { known, receipts, run } from './testing/run-earn-batch.ts';

const { secret } = testSnapshot();

test('▲ facts of a streamed receipt are on the bulk topic, those of a till’s on the other, with the same content (D118)', async () => {
  const [till, streamed] = [await run(receipts('a', 'b')), await run(receipts('a', 'b'), { lane: 'bulk' })];
  expect(
    [till, streamed].map(({ effects }) => [...new Set(effects.facts.map(({ topic }) => topic))]),
  ).toEqual([[topics.facts], [topics.factsBulk]]);
  const onTheOther = streamed.effects.facts.map((fact) => ({ ...fact, topic: topics.facts }));
  expect(onTheOther).toEqual(till.effects.facts);
});

test('▲ a referral from the bulk lane sends a credit whose own facts are in the bulk lane; a till’s does not (D118)', async () => {
  const campaigns = [
    testCampaign({ earningRule: { type: 'REFERRAL_BONUS', points: 20, referrerPoints: 30 } }),
  ];
  const referral = memberEvent({ eventKey: null, lifecycleType: 'REFERRAL', referrerRef: 'customer-2' });
  const responses = { 'accounts-read': known({ 'customer-2': {} }) };
  const sentIn = async (lane: 'interactive' | 'bulk') =>
    (await run([referral], { campaigns, responses, lane })).effects.facts.at(-1)?.headers[names.lane];
  expect([await sentIn('interactive'), await sentIn('bulk')]).toEqual([undefined, 'bulk']);
});

test('▲ facts of a credit are in the lane that its message names', async () => {
  const responses = { 'accounts-lock': known({ 'customer-2': {} }) };
  const arrived = credit({ memberKey: memberKeyOf(secret, 'customer-2') });
  const topicsOf = async (headers: Readonly<Record<string, string>>) =>
    (await run([arrived], { responses, headers })).effects.facts.map(({ topic }) => topic);
  expect(await topicsOf({ [names.lane]: 'bulk' })).toEqual([topics.factsBulk]);
  expect(await topicsOf({})).toEqual([topics.facts]);
});
