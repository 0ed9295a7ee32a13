import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import { BeyondShare } from '@loyalty/streams';
import { ScriptedTransaction, testAccount, testMessage } from '@loyalty/testkit/engine';
import { lotIn, returnOf } from '../testing/run-burn-batch.ts';
import type { ReturnEngineRequest } from './burn-request.ts';
import { readWholeLots } from './load-returns.ts';

const environmentId = 7 as EnvironmentId;

const memberOf = (n: number) => `c0000000-0000-4000-8000-${n.toString().padStart(12, '0')}` as MemberId;

/** A return of each of so many members, the highest id first. */
const whole = (count: number) => {
  const returns = Array.from({ length: count }, (_, n) => {
    const body = returnOf(`r-${n.toString()}`);
    const message = testMessage({ kind: 'return', body } as const);
    return { environmentId, message, memberId: memberOf(count - n) };
  });
  return {
    members: returns.map(({ memberId }) => ({ environmentId, memberId })).toReversed(),
    returns: returns as unknown as readonly ReturnEngineRequest[],
    accounts: {
      accountOf: (request: unknown) =>
        testAccount({ memberId: (request as { memberId: MemberId }).memberId }),
    },
  };
};

/** A database on which each member has so many lots. */
const holding = (lotsEach: number) =>
  new ScriptedTransaction({
    'lots-all': ([, memberIds]) =>
      (memberIds as readonly MemberId[]).flatMap((memberId) =>
        Array.from({ length: lotsEach }, (_, day) => ({ ...lotIn(day, 1), environmentId, memberId })),
      ),
  });

test('the lots of as many weekly shoppers as a batch has are read, twenty members at a time', async () => {
  const tx = holding(50);
  expect(await readWholeLots(tx, whole(125))).toHaveLength(125 * 50);
  expect(tx.names).toHaveLength(7);
});

test('▲ members with thousands of lots are bounded: returns of the first ones stay, those of the others wait', async () => {
  const asked = whole(45);
  const failure = await readWholeLots(holding(5_000), asked).catch((thrown: unknown) => thrown);
  expect(failure).toBeInstanceOf(BeyondShare);
  const beyond = asked.returns.slice(20).map(({ message }) => message.record);
  expect((failure as BeyondShare).records).toEqual(new Set(beyond));
  expect(await readWholeLots(holding(5_000), whole(20))).toHaveLength(100_000);
});

test('members who only redeem are read beside them, all at once', async () => {
  const { members, accounts } = whole(30);
  const tx = holding(5_000);
  expect(await readWholeLots(tx, { members, returns: [], accounts })).toHaveLength(150_000);
  expect(tx.names).toEqual(['lots-all']);
});
