import type { HealthCheck } from '@loyalty/http';
import type { Bounds } from '@loyalty/kernel';
import { BrokerClocks } from '@loyalty/messaging';
import type { DatabaseClock } from '@loyalty/storage';
import type { Metrics } from '@loyalty/telemetry';
import { judgeClock, type NamedLead } from './judge-clock.ts';

/** Compares the clocks of others with this process's clock. */
export interface ClockWatch {
  /** Fails while this process's clock is wrong. Sends no request. */
  check(): HealthCheck;
}

/** Shows the lead of this process's clock over the database's, and over that of each broker that accepted a message from it. */
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
  };
};

const brokerName = (nodeId: number): string => `broker-${nodeId.toString()}`;

const leadOf = (of: string, lead: Bounds | null): readonly NamedLead[] =>
  lead === null ? [] : [{ of, lead }];

const leadsOf = (brokers: BrokerClocks): readonly NamedLead[] =>
  [...brokers.leads()].map(([nodeId, lead]) => ({ of: brokerName(nodeId), lead }));

/** Returns the middle of the bounds; NaN if they are unknown. */
const secondsOf = (lead: Bounds | null): number =>
  lead === null ? Number.NaN : (lead.least + lead.most) / 2_000;
