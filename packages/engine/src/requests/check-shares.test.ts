import type { EnvironmentId } from '@loyalty/kernel';
import { BeyondShare } from '@loyalty/streams';
import { testEnvironmentId, testMessage } from '@loyalty/testkit/engine';
import { checkShares } from './create-engine-batch.ts';
import type { EngineRequest, RequestOutcome } from './request.ts';

const other = 99 as EnvironmentId;

/** Builds a processed request of an environment whose result leads to `excess` rows and facts. */
const outcome = (excess: number, environmentId = testEnvironmentId) =>
  ({
    outcome: 'processed',
    request: { environmentId, message: testMessage(null) },
    result: { excess },
  }) as unknown as RequestOutcome<EngineRequest<unknown>, never>;

const beyondOf = (outcomes: readonly ReturnType<typeof outcome>[]): readonly number[] => {
  try {
    checkShares(outcomes, ({ excess }: { readonly excess: number }) => excess);
    return [];
  } catch (failure) {
    if (!(failure instanceof BeyondShare)) throw failure;
    return outcomes.flatMap(({ request }, n) => (failure.records.has(request.message.record) ? [n] : []));
  }
};

test('▲ an environment stores a thousand rows and facts beyond the usual at once, and one request in any case', () => {
  expect(beyondOf(Array.from({ length: 12 }, () => outcome(100)))).toEqual([10, 11]);
  expect(beyondOf([outcome(5_000), outcome(0)])).toEqual([1]);
  expect(beyondOf([outcome(5_000)])).toEqual([]);
});

test('▲ it uses up nobody else’s share', () => {
  expect(beyondOf([outcome(2_000), outcome(10, other), outcome(1), outcome(10, other)])).toEqual([2]);
});

test('usual requests are all stored at once', () => {
  expect(beyondOf(Array.from({ length: 500 }, () => outcome(0)))).toEqual([]);
  expect(beyondOf(Array.from({ length: 500 }, () => outcome(1)))).toEqual([]);
});
