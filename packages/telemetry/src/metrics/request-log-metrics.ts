import type { MetricDefinition } from './metric-definition.ts';

/** The metrics of the requests that ingress keeps for integrators. */
export const requestLogMetrics = {
  loyalty_request_logs_total: {
    kind: 'counter',
    unit: '{request}',
    help: 'Requests with test keys, by what became of their logs; erased ones name an erased member, dropped ones were beyond a share.',
    labels: ['outcome'],
    values: { outcome: ['stored', 'erased', 'dropped', 'failed'] },
  },
  loyalty_live_requests_total: {
    kind: 'counter',
    unit: '{request}',
    help: 'Requests with live keys, by what became of their rows for integrators; those left out were beyond what an environment may keep.',
    labels: ['outcome'],
    values: { outcome: ['stored', 'left_out', 'failed'] },
  },
} as const satisfies Readonly<Record<string, MetricDefinition>>;
