import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { home } from '../stack/root.ts';

const hours = 6;
const everyS = 15;
const http = 'loyalty_http_request_duration_seconds';

/** Each series and its growth per second under the load of the run; 0 means a gauge that stays 0. */
const series: readonly (readonly [string, number])[] = [
  ...['evaluate', 'redeem'].flatMap((operation): (readonly [string, number])[] => {
    const labels = `instance="before",method="POST",outcome="ok",route="/tenants/{tenantId}/transactions/${operation}"`;
    const perSecond = operation === 'evaluate' ? 10 : 2;
    return [
      [`${http}_count{${labels}}`, perSecond],
      ...['0.25', '1'].map((le) => [`${http}_bucket{${labels},le="${le}"}`, perSecond] as const),
    ];
  }),
  ['loyalty_delivery_lag_seconds_count{instance="before"}', 10],
  ['loyalty_delivery_lag_seconds_bucket{instance="before",le="30"}', 10],
  ...['interactive-lag', 'bulk-lag', 'outbox-age'].map(
    (slo) => [`loyalty:slo_bad_minute{slo="${slo}"}`, 0] as const,
  ),
];

/**
 * Writes six hours of the same load without a fault into the folder of Prometheus' data. Burn rates compare shares of hours: on a
 * system that has only run for minutes, a second would be a large share. Throws when promtool does not take it.
 */
export const writeHistory = (dataFolder: string): void => {
  const untilS = Math.floor(Date.now() / 1_000 / everyS) * everyS;
  const fromS = untilS - hours * 3_600;
  const lines: string[] = [];
  for (const [name, perSecond] of series)
    for (let atS = fromS; atS <= untilS; atS += everyS)
      lines.push(`${name} ${((atS - fromS) * perSecond).toString()} ${atS.toString()}`);
  const path = join(home, 'history.txt');
  writeFileSync(path, `${lines.join('\n')}\n# EOF\n`);
  const args = ['tsdb', 'create-blocks-from', 'openmetrics', path, dataFolder];
  const { status, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`promtool could not write the hours before: ${stderr}`);
};
