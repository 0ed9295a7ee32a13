import { withDatabase } from '@loyalty/testkit/database';
import { insertDeliveries } from './delivery-statements.ts';

/** The deliveries that an endpoint has had. */
export interface DeliveriesPlan {
  readonly environmentId: number;
  readonly webhookId: string;
  readonly deliveries: number;
  say(text: string): void;
}

/** The days before today that they cover; days are kept for thirty. */
export const deliveryDays = 20;
const dayMs = 86_400_000;
const chunk = 100_000;

/** Loads the same number of deliveries for each day, then vacuums and analyses. */
export const loadDeliveries = (databaseUrl: string, plan: DeliveriesPlan): Promise<void> =>
  withDatabase(databaseUrl, async (db) => {
    const { environmentId, webhookId, deliveries } = plan;
    const perDay = Math.ceil(deliveries / deliveryDays);
    const days = lastDays(deliveryDays);
    await db.query('SELECT add_delivery_days($1::date, $2)', [days[0], deliveryDays]);
    for (const [place, day] of days.entries()) {
      for (let from = 0; from < perDay; from += chunk) {
        const to = Math.min(from + chunk, perDay) - 1;
        await db.query(insertDeliveries, [environmentId, day, webhookId, perDay, from, to]);
      }
      plan.say(`  ${((place + 1) * perDay).toLocaleString('en-US')} deliveries loaded`);
    }
    for (const table of ['deliveries', 'delivery_errors']) await db.query(`VACUUM ANALYZE ${table}`);
  });

/** Returns the starts, in UTC, of the last `count` whole days, the oldest first. */
const lastDays = (count: number): string[] => {
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  return Array.from({ length: count }, (_, n) => new Date(today - (count - n) * dayMs).toISOString());
};
