import type { DerivedFile } from '../derived-file.ts';
import { alertmanagerFile, collectorFile, prometheusFile } from './config-files.ts';
import { dashboards, renderDashboard } from './dashboards/dashboards.ts';
import { ruleGroups, rulesFile } from './rule-groups.ts';
import { scaling } from './scaling.ts';
import { withScopes } from './scoped-queries.ts';
import { scopes } from './scopes.ts';

const inChart = 'deploy/helm/loyalty/files';

export const observabilityFiles = (): readonly DerivedFile[] => [
  { path: `${inChart}/scopes.json`, text: JSON.stringify(scopes) },
  { path: `${inChart}/scaling.json`, text: JSON.stringify(scaledInScope()) },
  { path: 'deploy/observability/prometheus.yaml', text: prometheusFile() },
  { path: 'deploy/observability/collector.yaml', text: collectorFile() },
  { path: 'deploy/observability/alertmanager.yaml', text: alertmanagerFile(ruleGroups) },
  // For a Prometheus that watches one installation, as that of compose.
  { path: 'deploy/observability/rules.yaml', text: rulesFile(ruleGroups) },
  { path: `${inChart}/rules.yaml`, text: rulesFile(ruleGroups, withScopes) },
  ...dashboards.map((each) => ({
    path: `${inChart}/dashboards/${each.name}.json`,
    text: JSON.stringify(renderDashboard(each)),
  })),
];

const scaledInScope = () =>
  Object.fromEntries(
    Object.entries(scaling).map(([workload, { triggers }]) => [
      workload,
      {
        triggers: triggers.map((trigger) => Object.assign({}, trigger, { query: withScopes(trigger.query) })),
      },
    ]),
  );
