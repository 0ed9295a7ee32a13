/**
 * Matchers that single out one installation's series, for metrics of each origin. The chart fills in
 * NAMESPACE, RELEASE and the names of its CronJobs (NIGHTLY_CHECK, WEEKLY_CHECK, ERASURES, PROBE); its value
 * `monitoring.selectors` replaces a whole line.
 */
export const scopes = {
  /** Our processes: targets have the label `release` by the chart's monitors. */
  services: 'namespace="NAMESPACE",release="RELEASE"',
  /** Recordings and alerts: the rules give them these labels. */
  rules: 'namespace="NAMESPACE",release="RELEASE"',
  checkJobs: 'namespace="NAMESPACE",job_name=~"(NIGHTLY_CHECK|WEEKLY_CHECK)-[0-9]+"',
  cronJobs: 'namespace="NAMESPACE",cronjob=~"NIGHTLY_CHECK|WEEKLY_CHECK|ERASURES|PROBE"',
  pods: 'namespace="NAMESPACE"',
  postgres: 'namespace="NAMESPACE"',
  kafka: 'namespace="NAMESPACE"',
  redis: 'namespace="NAMESPACE"',
  volumes: 'namespace="NAMESPACE"',
  /** cert-manager's own label, renamed by a scrape as usual. */
  certificates: 'exported_namespace="NAMESPACE"',
} as const;

export type SeriesScope = keyof typeof scopes;

/** An operator may replace these: servers may stand in other namespaces. */
export const valueScopes = [
  'services',
  'pods',
  'postgres',
  'kafka',
  'redis',
  'volumes',
  'certificates',
] as const satisfies readonly SeriesScope[];
