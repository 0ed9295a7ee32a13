import { type MemberId, memberKeyOf, memberMapKey } from '@loyalty/kernel';
import { ScriptedTransaction, testSnapshot } from '@loyalty/testkit/engine';
import { PublishedIds } from './published-ids.ts';

const { environmentId, secret } = testSnapshot();
const member = { environmentId, memberKey: memberKeyOf(secret, 'customer-1') };
const memberId = '0198c0de-3333-7000-8000-000000000001' as MemberId;
const minuteMs = 60_000;

const at = { epoch: 'first', elapsedMs: 0 };
let ids: PublishedIds;
beforeEach(() => {
  at.epoch = 'first';
  at.elapsedMs = 0;
  ids = new PublishedIds(
    () => at.epoch,
    () => at.elapsedMs,
  );
});

const asked = async (tx = new ScriptedTransaction({ 'enrolled-members-any': () => [{ isAny: false }] })) => {
  await ids.find(tx, () => [member]);
  return tx.names;
};

test('a batch that enrols nobody sends nothing', async () => {
  const tx = new ScriptedTransaction();
  await ids.find(tx, () => []);
  expect(tx.names).toEqual([]);
});

test('▲ where no members are lost, nothing is sent for a minute; in another epoch they are looked for at once', async () => {
  const both = ['enrolled-members-find', 'enrolled-members-any'];
  expect(await asked()).toEqual(both);
  at.elapsedMs = minuteMs - 1;
  expect(await asked()).toEqual([]);
  at.elapsedMs = minuteMs;
  expect(await asked()).toEqual(both);
  expect(await asked()).toEqual([]);
  at.epoch = 'second';
  expect(await asked()).toEqual(both);
});

test('while some are lost, each batch that enrols looks for its own', async () => {
  const none = { 'enrolled-members-any': () => [{ isAny: true }] };
  expect(await asked(new ScriptedTransaction(none))).toHaveLength(2);
  const found = await ids.find(
    new ScriptedTransaction({ 'enrolled-members-find': () => [{ ...member, memberId }] }),
    () => [member],
  );
  expect([...found]).toEqual([[memberMapKey(member), memberId]]);
});
