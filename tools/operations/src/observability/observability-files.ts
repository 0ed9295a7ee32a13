import type { DerivedFile } from '../chart/chart-files.ts';
import { collectorFile, prometheusFile } from './config-files.ts';
import { dashboards, renderDashboard } from './dashboards/dashboards.ts';
import { ruleGroups, rulesFile } from './rule-groups.ts';
import { scaling } from './scaling.ts';

const inChart = 'deploy/helm/loyalty/files';

export const observabilityFiles = (): readonly DerivedFile[] => [
  { path: `${inChart}/scaling.json`, text: JSON.stringify(scaling) },
  { path: 'deploy/observability/prometheus.yaml', text: prometheusFile() },
  { path: 'deploy/observability/collector.yaml', text: collectorFile() },
  { path: `${inChart}/rules.yaml`, text: rulesFile(ruleGroups) },
  ...dashboards.map((each) => ({
    path: `${inChart}/dashboards/${each.name}.json`,
    text: JSON.stringify(renderDashboard(each)),
  })),
];
