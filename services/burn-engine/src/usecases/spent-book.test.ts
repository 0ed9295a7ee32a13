import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import { BeyondShare } from '@loyalty/streams';
import { ScriptedTransaction, testAccount, testMessage } from '@loyalty/testkit/engine';
import { returnOf } from '../testing/run-burn-batch.ts';
import type { ReturnEngineRequest } from './burn-request.ts';
import { readSpentOf } from './spent-book.ts';

interface Asked {
  readonly environmentId: number;
  readonly member: number;
  readonly entries: number;
}

const memberOf = (n: number) => `c0000000-0000-4000-8000-${n.toString().padStart(12, '0')}` as MemberId;

const askedOf = ({ environmentId, member, entries }: Asked) => ({
  environmentId: environmentId as EnvironmentId,
  account: testAccount({ memberId: memberOf(member), ledgerSeq: entries }),
  message: testMessage({ kind: 'return', body: returnOf(`r-${member.toString()}`) } as const),
});

/** Reads for these returns; the members that the database was asked for, and the places of the returns beyond the share. */
const readFor = async (...asked: readonly Asked[]) => {
  const requests = asked.map(askedOf);
  const tx = new ScriptedTransaction({ 'spent-points': () => [] });
  const context = {
    accounts: { accountOf: (request: unknown) => (request as (typeof requests)[number]).account },
    untilMs: 0,
  };
  const failure = await readSpentOf(tx, requests as unknown as readonly ReturnEngineRequest[], context).catch(
    (thrown: unknown) => thrown,
  );
  if (!(failure instanceof BeyondShare)) return { failure, read: tx.valuesOf('spent-points') };
  return { beyond: requests.flatMap(({ message }, at) => (failure.records.has(message.record) ? [at] : [])) };
};

const [mine, another] = [7, 8];

test('members of an environment are read until their ledgers fill its share, each once', async () => {
  const one = { environmentId: mine, member: 1, entries: 60_000 };
  const two = { environmentId: mine, member: 2, entries: 60_000 };
  expect(await readFor(one, two, one)).toMatchObject({
    read: [[mine, mine], [memberOf(1), memberOf(2)], 0],
  });
});

test('▲ returns of members beyond the share wait, all of them, and cost no other environment anything', async () => {
  const large = { environmentId: mine, member: 1, entries: 1_000_000 };
  const next = { environmentId: mine, member: 2, entries: 1 };
  const neighbour = { environmentId: another, member: 3, entries: 1 };
  expect(await readFor(large, next, neighbour, next)).toEqual({ beyond: [1, 3] });
  // However large it is, the first member of each environment is read.
  expect(await readFor(large, neighbour)).toMatchObject({
    read: [[mine, another], [memberOf(1), memberOf(3)], 0],
  });
});
