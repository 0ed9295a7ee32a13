import { seededDice } from '../testing/dice.ts';
import { localTimeOf } from './local-time.ts';
import { zoneChangesOf } from './zone-changes.ts';

const [from, to] = [Date.UTC(2000, 0, 1), Date.UTC(2051, 0, 1)];
const minuteMs = 60_000;

/** Minutes since 1970, as the clock on the wall shows them. */
const wallClockOf = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  return (atMs: number): number => {
    const [, month, day, year, hour, minute] =
      /^(\d+)\/(\d+)\/(\d+), (\d+):(\d+)$/.exec(format.format(atMs))?.map(Number) ?? [];
    return Date.UTC(year ?? NaN, (month ?? NaN) - 1, day, hour, minute) / minuteMs;
  };
};

const zones = Intl.supportedValuesOf('timeZone');

it('the stored table of every zone equals Intl at 200 random instants and around each change', () => {
  const dice = seededDice(57);
  expect(zones.length).toBeGreaterThan(400);
  const differences = zones.flatMap((timeZone) => {
    const changes = zoneChangesOf(timeZone) ?? [];
    const clock = wallClockOf(timeZone);
    const random = Array.from({ length: 200 }, () => from + dice(0, (to - from) / minuteMs) * minuteMs);
    const around = changes
      .slice(1)
      .flatMap(([minute]) => [-1, 0, minuteMs - 1].map((off) => minute * minuteMs + off));
    const wrong = [...random, ...around].filter((atMs) => {
      const { day, minute } = localTimeOf(atMs, changes);
      return day * 1_440 + minute !== clock(atMs);
    });
    return wrong.map((atMs) => `${timeZone} ${new Date(atMs).toISOString()}`);
  });
  expect(differences).toEqual([]);
});

it('a zone that changes its clock for a few weeks a year has all of its changes', () => {
  // As many as each release of zone data says: newer ones have none from 2026 on.
  expect(zoneChangesOf('Africa/Casablanca')?.length).toBeGreaterThan(50);
  expect(zoneChangesOf('Africa/Johannesburg')).toEqual([[from / minuteMs, 120]]);
});

it.each(['Berlin', '', 'Europe/Berlin ', '+02:00', 'GMT+2', 'Europe/Bérlin', 'x'.repeat(70), 'constructor'])(
  '%j is no name of a time zone',
  (name) => {
    expect(zoneChangesOf(name)).toBeNull();
  },
);

it.each(['UTC', 'Asia/Kathmandu', 'Etc/GMT+5', 'America/Argentina/Buenos_Aires', 'EST5EDT'])(
  '%s is a name of a time zone',
  (name) => {
    expect(zoneChangesOf(name)?.[0]?.[0]).toBe(from / minuteMs);
  },
);
