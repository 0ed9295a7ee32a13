import type { HealthCheck } from '@loyalty/http';
import type { Bounds } from '@loyalty/kernel';

/** The lead of this process's clock over another one. */
export interface NamedLead {
  readonly of: string;
  readonly lead: Bounds;
}

/**
 * The greatest tolerated lead, in milliseconds. Decisions use the database's clock. The process's own clock dates only replies, which
 * Kafka keeps for ten minutes, and dead letters, log lines and spans: two minutes do them no harm.
 */
export const leadMaxMs = 120_000;

/**
 * Judges the clock of this process. It is wrong if it surely differs, in one direction, from most of the other clocks and from at least
 * two. A single database or broker with a wrong clock takes no process out of service, nor does one that cannot be reached.
 */
export const judgeClock = (leads: readonly NamedLead[]): HealthCheck => {
  const ahead = leads.filter(({ lead }) => lead.least > leadMaxMs);
  const behind = leads.filter(({ lead }) => lead.most < -leadMaxMs);
  const isOff = [ahead, behind].some((among) => among.length >= 2 && among.length * 2 > leads.length);
  return isOff ? { name: 'clock', ok: false, detail: detailOf(leads) } : { name: 'clock', ok: true };
};

const detailOf = (leads: readonly NamedLead[]): string =>
  `ahead of ${leads.map(({ of, lead }) => `${of} by ${Math.round(lead.least / 1_000).toString()} s`).join(', ')}`;
