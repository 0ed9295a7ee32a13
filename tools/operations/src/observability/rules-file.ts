import { stringify } from 'yaml';
import type { Alert, Recording, RuleGroup } from './alerts/alert.ts';

/** Prometheus' file of rules, as YAML. */
export const rulesFile = (groups: readonly RuleGroup[]): string => {
  const document = {
    groups: groups.map(({ name, recordings, alerts }) => ({
      name: `loyalty-${name}`,
      rules: [...recordings.map(recordingRule), ...alerts.map(alertRule)],
    })),
  };
  return `# Derived from packages/operations by \`npm run derive\`. Do not edit.\n${stringify(document, { lineWidth: 0 })}`;
};

const recordingRule = ({ record, expr, labels }: Recording) => ({ record, expr, labels });

const alertRule = ({ name, expr, forMinutes, severity, summary, runbook }: Alert) => ({
  alert: name,
  expr,
  for: `${forMinutes.toString()}m`,
  labels: { severity },
  annotations: { summary, runbook: runbookLink(runbook, name) },
});

/** The section of a page, from the root of the checkout. */
const runbookLink = (page: string, alert: string): string =>
  `docs/runbooks/${page}.md#${alert.toLowerCase()}`;
