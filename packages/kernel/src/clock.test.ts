import fc from 'fast-check';
import { type Clock, pauseToTick, RemoteClock, systemClock, ticker, utcDayOf } from './clock.ts';

it.each([
  ['1970-01-01T00:00:00.000Z', 0],
  ['2026-03-01T23:59:59.999Z', 20_513],
  ['2026-03-02T00:00:00.000Z', 20_514],
])('%s is on day %i', (time, day) => {
  expect(utcDayOf(Date.parse(time))).toBe(day);
});

const monday = Date.UTC(2026, 0, 5);

test('before its first reading nothing is known', () => {
  const clock = new RemoteClock();
  expect([clock.at(5), clock.ageMs(5)]).toEqual([null, Infinity]);
});

test('a reading bounds it between an instant request and an instant response', () => {
  const clock = new RemoteClock();
  clock.note({ askedMs: 100, answeredMs: 130, theirsMs: monday });
  expect(clock.at(130)).toEqual({ least: monday - 1, most: monday + 31 });
  expect(clock.ageMs(150)).toBe(20);
});

test('a slow reading does not widen the bounds of a fast one', () => {
  const clock = new RemoteClock();
  clock.note({ askedMs: 0, answeredMs: 2, theirsMs: monday });
  clock.note({ askedMs: 10, answeredMs: 4_010, theirsMs: monday + 3_000 });
  const { least = 0, most = 0 } = clock.at(4_010) ?? {};
  expect(most - least).toBeLessThan(6);
});

test.each([-300_000, 300_000])('a clock that is set by %i ms is believed at its next reading', (byMs) => {
  const clock = new RemoteClock();
  clock.note({ askedMs: 0, answeredMs: 2, theirsMs: monday });
  clock.note({ askedMs: 2_000, answeredMs: 2_010, theirsMs: monday + 2_005 + byMs });
  expect(clock.at(2_010)).toEqual({ least: monday + 2_004 + byMs, most: monday + 2_016 + byMs });
});

test('its bounds contain the time of the other clock, however long readings take, and although the clocks drift apart', () => {
  const readings = fc.array(
    fc.record({
      pauseMs: fc.integer({ min: 0, max: 60_000 }),
      thereMs: fc.integer({ min: 0, max: 5_000 }),
      backMs: fc.integer({ min: 0, max: 5_000 }),
    }),
    { minLength: 1, maxLength: 30 },
  );
  fc.assert(
    fc.property(readings, fc.integer({ min: -90, max: 90 }), (rounds, driftPpm) => {
      const clock = new RemoteClock();
      const theirsAt = (ms: number): number => monday + ms * (1 + driftPpm / 1_000_000);
      let nowMs = 0;
      for (const { pauseMs, thereMs, backMs } of rounds) {
        const askedMs = nowMs + pauseMs;
        nowMs = askedMs + thereMs + backMs;
        clock.note({ askedMs, answeredMs: nowMs, theirsMs: Math.round(theirsAt(askedMs + thereMs)) });
        const { least = Infinity, most = -Infinity } = clock.at(nowMs + 1_000) ?? {};
        expect(least).toBeLessThanOrEqual(theirsAt(nowMs + 1_000));
        expect(most).toBeGreaterThanOrEqual(theirsAt(nowMs + 1_000));
      }
    }),
  );
});

test('a pause from one tick on waits for the tick of the process; a shorter one, or by a clock without ticks, is exact', async () => {
  const ticked = jest.spyOn(ticker, 'sleep').mockResolvedValue();
  const slept: number[] = [];
  const exact: Clock = {
    now: () => 0,
    sleep: (ms) => {
      slept.push(ms);
      return Promise.resolve();
    },
  };
  await pauseToTick(systemClock, 500);
  await pauseToTick(systemClock, 1);
  await pauseToTick(exact, 5_000);
  expect([ticked.mock.calls.map(([ms]) => ms), slept]).toEqual([[500], [5_000]]);
  ticked.mockRestore();
});
