import type { MetricDefinition } from './metric-definition.ts';

/** Metrics of the resources that HTTP callers occupy; a part of the catalogue. */
export const httpMetrics = {
  loyalty_http_connections: {
    kind: 'gauge',
    unit: '{connection}',
    help: 'Connections of callers that are open.',
    labels: [],
  },
  loyalty_http_untaken_answer_bytes: {
    kind: 'gauge',
    unit: 'By',
    help: 'Bytes of responses above 64 KiB that their callers have not read yet.',
    labels: [],
  },
  loyalty_http_body_bytes: {
    kind: 'gauge',
    unit: 'By',
    help: 'Bytes of request bodies that are held until their requests are answered.',
    labels: [],
  },
  loyalty_http_shed_total: {
    kind: 'counter',
    unit: '{request}',
    help: 'Requests refused and connections closed because a share was used up, or nothing came or was taken in time, by reason.',
    labels: ['reason'],
    values: {
      reason: [
        'answers',
        'bodies',
        'connections',
        'lists',
        'database',
        'pipelined',
        'answer_stalled',
        'body_stalled',
        'unreadable',
      ],
    },
  },
  loyalty_request_logs_total: {
    kind: 'counter',
    unit: '{request}',
    help: 'Requests with test keys, by what became of their logs; erased ones name an erased member, dropped ones were beyond a share.',
    labels: ['outcome'],
    values: { outcome: ['stored', 'erased', 'dropped', 'failed'] },
  },
} as const satisfies Readonly<Record<string, MetricDefinition>>;
