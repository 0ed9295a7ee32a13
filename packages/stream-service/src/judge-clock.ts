import type { HealthCheck } from '@loyalty/http';
import type { Bounds } from '@loyalty/kernel';

/** How far this process' own clock is ahead of another one. */
export interface NamedLead {
  readonly of: string;
  readonly lead: Bounds;
}

/**
 * What is judged goes by the database's clock. By a process' own go the times of replies, which Kafka keeps for ten minutes by them,
 * of dead letters, log lines and spans: within two minutes all of them can be borne.
 */
export const leadMaxMs = 120_000;

/**
 * A process' own clock is off where it is surely so, in the same direction, by most of the others and by two at least. A database or
 * a broker that is off alone is shown, and takes nobody out of service; nor does one that cannot be asked.
 */
export const judgeClock = (leads: readonly NamedLead[]): HealthCheck => {
  const ahead = leads.filter(({ lead }) => lead.least > leadMaxMs);
  const behind = leads.filter(({ lead }) => lead.most < -leadMaxMs);
  const isOff = [ahead, behind].some((among) => among.length >= 2 && among.length * 2 > leads.length);
  return isOff ? { name: 'clock', ok: false, detail: detailOf(leads) } : { name: 'clock', ok: true };
};

const detailOf = (leads: readonly NamedLead[]): string =>
  `ahead of ${leads.map(({ of, lead }) => `${of} by ${Math.round(lead.least / 1_000).toString()} s`).join(', ')}`;
