import { stringify } from 'yaml';
import type { Alert, Recording, RuleGroup } from './alerts/alert.ts';
import { availability } from './alerts/availability.ts';
import { books } from './alerts/books.ts';
import { consoleRules } from './alerts/console.ts';
import { database } from './alerts/database.ts';
import { dependencies } from './alerts/dependencies.ts';
import { partners } from './alerts/partners.ts';
import { processes } from './alerts/processes.ts';
import { publishing } from './alerts/publishing.ts';
import { refusals } from './alerts/refusals.ts';
import { streams } from './alerts/streams.ts';
import { burnGroupOf } from './burn-rates.ts';
import { objectives } from './objectives.ts';

/** The groups in the order of the file: first what callers notice, then causes. */
export const ruleGroups: readonly RuleGroup[] = [
  ...objectives.map(burnGroupOf),
  availability,
  streams,
  publishing,
  database,
  dependencies,
  processes,
  refusals,
  books,
  partners,
  consoleRules,
];

export const alerts: readonly Alert[] = ruleGroups.flatMap((group) => group.alerts);

/** Returns the file of rules. `scoped` adds to each query which series are meant. */
export const rulesFile = (groups: readonly RuleGroup[], scoped: Scoped = (query) => query): string => {
  const document = {
    groups: groups.map(({ name, recordings, alerts }) => ({
      name: `loyalty-${name}`,
      rules: [
        ...recordings.map((recording) => recordingRule(recording, scoped)),
        ...alerts.map((alert) => alertRule(alert, scoped)),
      ],
    })),
  };
  return `# Derived from tools/operations by \`npm run derive\`. Do not edit.\n${stringify(document, { lineWidth: 0 })}`;
};

type Scoped = (query: string) => string;

const recordingRule = ({ record, expr, labels }: Recording, scoped: Scoped) => ({
  record,
  expr: scoped(expr),
  labels,
});

const alertRule = ({ name, expr, forMinutes, severity, summary, runbook }: Alert, scoped: Scoped) => ({
  alert: name,
  expr: scoped(expr),
  for: `${forMinutes.toString()}m`,
  labels: { severity },
  annotations: { summary, runbook: runbookLink(runbook, name) },
});

const runbookLink = (page: string, alert: string): string =>
  `docs/runbooks/${page}.md#${alert.toLowerCase()}`;
