import { type JobSchedule, runAtMsOf } from './job.ts';

const daily: JobSchedule = { dailyAtHourUtc: 1 };
const iso = (schedule: JobSchedule, now: string): string =>
  new Date(runAtMsOf(schedule, Date.parse(now))).toISOString();

test.each([
  [daily, '2024-02-29T01:00:00.000Z', '2024-02-29T01:00:00.000Z'],
  [daily, '2024-02-29T23:59:59.999Z', '2024-02-29T01:00:00.000Z'],
  [daily, '2024-03-01T00:59:59.999Z', '2024-02-29T01:00:00.000Z'],
  [{ dailyAtHourUtc: 0 }, '2024-01-01T00:00:00.000Z', '2024-01-01T00:00:00.000Z'],
  [{ dailyAtHourUtc: 23 }, '2024-01-01T22:59:00.000Z', '2023-12-31T23:00:00.000Z'],
  [{ everyMs: 60_000 }, '2024-01-01T00:00:59.999Z', '2024-01-01T00:00:00.000Z'],
  [{ everyMs: 60_000 }, '2024-01-01T00:01:00.000Z', '2024-01-01T00:01:00.000Z'],
] as const)('of %j, the newest run at %s is that of %s', (schedule, now, runAt) => {
  expect(iso(schedule, now)).toBe(runAt);
});
