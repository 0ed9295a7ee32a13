import type { DerivedFile } from '../derived-file.ts';
import { collectorFile } from './collector-file.ts';
import { dashboards } from './dashboards/all-dashboards.ts';
import { renderDashboard } from './dashboards/render-dashboard.ts';
import { prometheusFile } from './prometheus-file.ts';
import { ruleGroups } from './rule-groups.ts';
import { rulesFile } from './rules-file.ts';
import { scaling } from './scaling.ts';

const plain = 'deploy/observability';
const inChart = 'deploy/helm/loyalty/files';

/** Rules, dashboards and queries for scaling, below `deploy/observability` and in the chart's `files`. */
export const observabilityFiles = (): readonly DerivedFile[] => [
  { path: `${inChart}/scaling.json`, text: JSON.stringify(scaling) },
  { path: `${plain}/prometheus.yaml`, text: prometheusFile() },
  { path: `${plain}/collector.yaml`, text: collectorFile() },
  ...inBoth('rules.yaml', rulesFile(ruleGroups)),
  ...dashboards.flatMap((each) =>
    inBoth(`dashboards/${each.name}.json`, JSON.stringify(renderDashboard(each))),
  ),
];

const inBoth = (name: string, text: string): readonly DerivedFile[] =>
  [plain, inChart].map((folder) => ({ path: `${folder}/${name}`, text }));
