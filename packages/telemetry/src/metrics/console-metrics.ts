import { latencyBucketsS, type MetricDefinition } from './metric-definition.ts';

export const consoleMetrics = {
  loyalty_console_requests_total: {
    kind: 'counter',
    unit: '{request}',
    help: 'Requests to the console, by route and status; 499 where the browser had gone.',
    labels: ['route', 'status'],
    values: { route: ['api', 'session', 'sign_in', 'callback', 'sign_out', 'back_channel', 'page', 'asset'] },
  },
  loyalty_console_upstream_seconds: {
    kind: 'histogram',
    unit: 's',
    help: "Time from a call that the console passes on to the head of the API's response, or to its failure.",
    labels: [],
    buckets: latencyBucketsS,
  },
  loyalty_console_sign_ins_total: {
    kind: 'counter',
    unit: '{sign-in}',
    help: 'Sign-ins by an identity provider, by outcome; docs/runbooks/console.md says what each means.',
    labels: ['outcome'],
    values: { outcome: ['signed_in', 'expired', 'denied', 'refused', 'claims', 'unaccepted', 'away'] },
  },
} as const satisfies Readonly<Record<string, MetricDefinition>>;
