/**
 * The matchers that select one installation's series, for metrics of each origin. The chart fills in
 * NAMESPACE, RELEASE and the names of its CronJobs (NIGHTLY_CHECK, WEEKLY_CHECK, ERASURES, PROBE); its value
 * `monitoring.selectors` replaces a whole line.
 */
export const scopes = {
  /** The scope of our processes, whose targets get the label `release` from the chart's monitors. */
  services: 'namespace="NAMESPACE",release="RELEASE"',
  /** The scope of recordings and alerts, which get these labels from the rules. */
  rules: 'namespace="NAMESPACE",release="RELEASE"',
  checkJobs: 'namespace="NAMESPACE",job_name=~"(NIGHTLY_CHECK|WEEKLY_CHECK)-[0-9]+"',
  cronJobs: 'namespace="NAMESPACE",cronjob=~"NIGHTLY_CHECK|WEEKLY_CHECK|ERASURES|PROBE"',
  pods: 'namespace="NAMESPACE"',
  postgres: 'namespace="NAMESPACE"',
  kafka: 'namespace="NAMESPACE"',
  redis: 'namespace="NAMESPACE"',
  volumes: 'namespace="NAMESPACE"',
  /** The scope of certificates: cert-manager's own label, which a scrape renames as usual. */
  certificates: 'exported_namespace="NAMESPACE"',
} as const;

export type SeriesScope = keyof typeof scopes;

/** The scopes that an operator may replace, because servers may be in other namespaces. */
export const valueScopes = [
  'services',
  'pods',
  'postgres',
  'kafka',
  'redis',
  'volumes',
  'certificates',
] as const satisfies readonly SeriesScope[];
