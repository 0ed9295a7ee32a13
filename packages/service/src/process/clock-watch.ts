import type { HealthCheck } from '@loyalty/http/admin';
import { BrokerClocks } from '@loyalty/kafka/broker-clocks';
import { type Bounds, type Part, repeatingPart, textOf } from '@loyalty/kernel';
import type { DatabaseClock } from '@loyalty/storage';
import type { Logger } from '@loyalty/telemetry/logger';
import type { Metrics } from '@loyalty/telemetry/metrics';

export interface ClockWatch extends Pick<BrokerClocks, 'times'> {
  /** Fails while this process's clock is wrong. It sends no request. */
  check(): HealthCheck;
}

/**
 * Watches by how much this process's clock is ahead of the database, and of each broker that accepted a
 * message from this process.
 */
export const watchClocks = (
  database: Pick<DatabaseClock, 'lead'>,
  metrics: Pick<Metrics, 'gauge'>,
): ClockWatch => {
  const show = (of: string, lead: () => Bounds | null): void => {
    metrics.gauge('loyalty_clock_lead_seconds', { of }, () => secondsOf(lead()));
  };
  const brokers: BrokerClocks = new BrokerClocks({
    onFirst: (nodeId) => {
      show(brokerName(nodeId), () => brokers.leads().get(nodeId) ?? null);
    },
  });
  show('database', () => database.lead());
  brokers.listen();
  return {
    check: () => judgeClock([...leadOf('database', database.lead()), ...leadsOf(brokers)]),
    times: (withinMs) => brokers.times(withinMs),
  };
};

const brokerName = (nodeId: number): string => `broker-${nodeId.toString()}`;

const leadOf = (of: string, lead: Bounds | null): readonly NamedLead[] =>
  lead === null ? [] : [{ of, lead }];

const leadsOf = (brokers: BrokerClocks): readonly NamedLead[] =>
  [...brokers.leads()].map(([nodeId, lead]) => ({ of: brokerName(nodeId), lead }));

const secondsOf = (lead: Bounds | null): number =>
  lead === null ? Number.NaN : (lead.least + lead.most) / 2_000;

export interface NamedLead {
  readonly of: string;
  readonly lead: Bounds;
}

/**
 * The maximum lead of this process's clock. Decisions use the database's clock. The process's own clock only
 * dates replies, which Kafka keeps for ten minutes, dead letters, log lines and spans: two minutes do them no
 * harm.
 */
export const leadMaxMs = 120_000;

/**
 * Judges the clock of this process. It is wrong if it surely differs, in one direction, from most others and
 * from at least two, so that one wrong database or broker takes no process out of service.
 */
export const judgeClock = (leads: readonly NamedLead[]): HealthCheck => {
  const ahead = leads.filter(({ lead }) => lead.least > leadMaxMs);
  const behind = leads.filter(({ lead }) => lead.most < -leadMaxMs);
  const isOff = [ahead, behind].some((among) => among.length >= 2 && among.length * 2 > leads.length);
  return isOff ? { name: 'clock', ok: false, detail: detailOf(leads) } : { name: 'clock', ok: true };
};

const detailOf = (leads: readonly NamedLead[]): string =>
  `ahead of ${leads.map(({ of, lead }) => `${of} by ${Math.round(lead.least / 1_000).toString()} s`).join(', ')}`;

/** After a failover the old database's time is used for at most this long. */
const everyMs = 2_000;

export const createClockPart = (clock: Pick<DatabaseClock, 'measure'>, logger: Logger): Part => {
  const onFailed = (failure: unknown): void => {
    logger.warn({ error: textOf(failure) }, 'the database time could not be measured; retrying');
  };
  const part = repeatingPart({ name: 'database-clock', everyMs, work: () => clock.measure(), onFailed });
  return {
    ...part,
    start: async () => {
      await clock.measure().catch(onFailed);
      await part.start?.();
    },
  };
};
