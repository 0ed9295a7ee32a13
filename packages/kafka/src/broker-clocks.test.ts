import { BrokerClocks } from './broker-clocks.ts';

const monday = Date.UTC(2026, 0, 5);
let elapsedMs: number;
let first: number[];
let clocks: BrokerClocks;
beforeEach(() => {
  [elapsedMs, first] = [0, []];
  clocks = new BrokerClocks({
    clock: { now: () => monday + elapsedMs },
    elapsedMs: () => elapsedMs,
    onFirst: (nodeId) => first.push(nodeId),
  });
});

/** A message that took this long to append, by a clock that is off by this much. */
const append = (nodeId: number, offMs: number, tookMs = 10) => {
  const askedMs = elapsedMs;
  elapsedMs += tookMs;
  clocks.note({ nodeId, askedMs, answeredMs: elapsedMs, theirsMs: monday + askedMs + tookMs / 2 + offMs });
};

test('▲ each broker has a clock of its own: one that is off does not affect the others', () => {
  append(1, 0);
  append(3, 300_000);
  append(1, 1);
  const leads = clocks.leads();
  expect([...leads.keys()]).toEqual([1, 3]);
  for (const [nodeId, leadMs] of [
    [1, 0],
    [3, -300_000],
  ] as const) {
    const { least = NaN, most = NaN } = leads.get(nodeId) ?? {};
    expect([least < leadMs, most > leadMs, most - least < 14]).toEqual([true, true, true]);
  }
  expect(first).toEqual([1, 3]);
});

test('a pause while the clocks are read widens the bounds', () => {
  const slow = new BrokerClocks({
    clock: {
      now: () => {
        const nowMs = monday + elapsedMs;
        elapsedMs += 50;
        return nowMs;
      },
    },
    elapsedMs: () => elapsedMs,
  });
  slow.note({ nodeId: 1, askedMs: 0, answeredMs: 0, theirsMs: monday });
  const { least = NaN, most = NaN } = slow.leads().get(1) ?? {};
  expect([least < 0, most > 0]).toEqual([true, true]);
});

test('a broker without a reading for ten minutes is not shown', () => {
  append(1, 0);
  elapsedMs += 599_000;
  expect(clocks.leads().size).toBe(1);
  elapsedMs += 1_000;
  expect(clocks.leads().size).toBe(0);
});
