/** The times of runs: every so many milliseconds, counted from the epoch, or each day at a full hour (UTC, 0 to 23). */
export type JobSchedule = { readonly everyMs: number } | { readonly dailyAtHourUtc: number };

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Returns the time between two runs, in milliseconds. */
export const periodMsOf = (schedule: JobSchedule): number =>
  'everyMs' in schedule ? schedule.everyMs : dayMs;

/** Returns the newest instant at or before `nowMs` for which a run is due; that run covers missed earlier ones. */
export const runAtMsOf = (schedule: JobSchedule, nowMs: number): number => {
  const periodMs = periodMsOf(schedule);
  const offsetMs = 'everyMs' in schedule ? 0 : schedule.dailyAtHourUtc * hourMs;
  return Math.floor((nowMs - offsetMs) / periodMs) * periodMs + offsetMs;
};
