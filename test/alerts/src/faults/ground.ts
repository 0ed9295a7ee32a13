import { Client } from 'pg';
import type { Load } from '../load/load.ts';
import type { Shop } from '../load/shop.ts';
import type { AlertWatch } from '../prometheus/alert-watch.ts';
import type { Prometheus } from '../prometheus/prometheus.ts';
import type { DooredStack } from '../stack/doored-stack.ts';
import type { Services } from '../stack/services.ts';

/** The parts of a run. */
export interface Ground {
  readonly doored: DooredStack;
  readonly services: Services;
  readonly shop: Shop;
  readonly load: Load;
  readonly prometheus: Prometheus;
  readonly watch: AlertWatch;
}

/** Runs a statement past the doors, on a connection of its own: the server may be killed at any time. */
export const runSql = async <Row>(
  { doored }: Pick<Ground, 'doored'>,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> => {
  const client = new Client({ connectionString: doored.infrastructure.now().databaseUrl });
  await client.connect();
  try {
    return (await client.query(text, [...values])).rows as Row[];
  } finally {
    await client.end();
  }
};
