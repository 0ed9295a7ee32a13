import { sampleCalls, sampleMembers } from './sample.ts';

test('a run is 200 baskets in ten calls, by twenty members with names', () => {
  const calls = sampleCalls(7);
  const baskets = calls.flat();
  expect(calls.map(({ length }) => length)).toEqual(Array(10).fill(20));
  expect(new Set(baskets.map(({ transactionRef }) => transactionRef)).size).toBe(200);
  expect(new Set(baskets.map(({ memberRef }) => memberRef))).toEqual(
    new Set(sampleMembers.map(({ externalRef }) => externalRef)),
  );
  expect(new Set(sampleMembers.map(({ name }) => name)).size).toBe(20);
});

test('a seed makes the same baskets, another one makes others, none of them a repeat', () => {
  expect(sampleCalls(7)).toEqual(sampleCalls(7));
  const refs = (seed: number) =>
    sampleCalls(seed).flatMap((call) => call.map(({ transactionRef }) => transactionRef));
  expect(refs(8).filter((ref) => refs(7).includes(ref))).toEqual([]);
});

test('amounts are those of their lines', () => {
  for (const { amount, products } of sampleCalls(1).flat())
    expect(products.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0)).toBe(amount);
});
