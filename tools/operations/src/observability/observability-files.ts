import type { DerivedFile } from '../derived-file.ts';
import { collectorFile, prometheusFile } from './config-files.ts';
import { dashboards, renderDashboard } from './dashboards/dashboards.ts';
import { ruleGroups, rulesFile } from './rule-groups.ts';
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
