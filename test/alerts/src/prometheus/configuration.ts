import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceNames } from '@loyalty/contracts';
import { parse } from 'yaml';
import { home, root } from '../stack/root.ts';
import type { Services } from '../stack/services.ts';

interface PrometheusFile {
  readonly scrape_configs: readonly {
    readonly job_name: string;
    readonly static_configs: readonly { readonly targets: readonly string[] }[];
  }[];
}

interface Rule {
  readonly alert?: string;
  readonly for?: string;
  readonly labels?: Readonly<Record<string, string>>;
}

interface RulesFile {
  readonly groups: readonly { readonly rules: readonly Rule[] }[];
}

const read = (path: string): unknown => parse(readFileSync(join(root, path), 'utf8'));

/** A ticket may wait for an hour and a half. Here none waits longer than this. */
const ticketsWait = '1m';

/**
 * Writes the files of Prometheus as deploy/ has them, in JSON, which is YAML. Our processes stand at ports of this
 * machine, and tickets wait for at most a minute; pages wait as they do. Returns the path of the configuration.
 */
export const writeConfiguration = (services: Services): string => {
  const rulesPath = join(home, 'rules.json');
  writeFileSync(
    rulesPath,
    JSON.stringify(withQuickTickets(read('deploy/observability/rules.yaml') as RulesFile)),
  );
  const file = read('deploy/observability/prometheus.yaml') as PrometheusFile;
  // The drill runs no console.
  const scrapes = serviceNames.map((name) => {
    const scrape = file.scrape_configs.find((each) => each.job_name === name);
    if (scrape === undefined) throw new Error(`${name} is not scraped`);
    const targets = [`127.0.0.1:${services.adminPortOf(name).toString()}`];
    return Object.assign(scrape, { static_configs: [{ targets }] });
  });
  const path = join(home, 'prometheus.json');
  writeFileSync(
    path,
    JSON.stringify(Object.assign(file, { scrape_configs: scrapes, rule_files: [rulesPath] })),
  );
  return path;
};

const withQuickTickets = ({ groups }: RulesFile): RulesFile => ({
  groups: groups.map((group) => Object.assign(group, { rules: group.rules.map(withQuickTicket) })),
});

const withQuickTicket = (rule: Rule): Rule =>
  rule.labels?.['severity'] === 'ticket' && rule.for !== '0m'
    ? Object.assign(rule, { for: ticketsWait })
    : rule;
