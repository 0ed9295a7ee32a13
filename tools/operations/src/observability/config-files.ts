import { serviceNames } from '@loyalty/contracts';
import { stringify } from 'yaml';

/** Prometheus for compose: our processes by their names, on `ADMIN_PORT` 9090. */
export const prometheusFile = (): string => {
  const document = {
    // A page with «for: 1m» fires within 105 s of its cause: a scrape, an evaluation, the minute, and the evaluation after it.
    global: { scrape_interval: '15s', evaluation_interval: '15s' },
    rule_files: ['rules.yaml'],
    scrape_configs: serviceNames.map((name) => ({
      job_name: name,
      // The label `job` of our metrics becomes `exported_job`, as the rules expect.
      honor_labels: false,
      static_configs: [{ targets: [`${name}:9090`] }],
    })),
  };
  return `# Derived from packages/operations by \`npm run derive\`. Do not edit.\n${stringify(document, { lineWidth: 0 })}`;
};
