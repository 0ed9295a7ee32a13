import type { MetricDefinition } from './metric-definition.ts';

/** Metrics of what a process depends on; a part of the catalogue. */
export const dependencyMetrics = {
  loyalty_cache_up: {
    kind: 'gauge',
    unit: '1',
    help: 'Is 1 while Redis is asked, 0 while it is away or rests after a command that was not answered.',
    labels: [],
  },
  loyalty_dependency_up: {
    kind: 'gauge',
    unit: '1',
    help: 'Is 1 while a dependency (database, broker, cache) responds to this process, 0 while it does not; asked every 3 s.',
    labels: ['dependency'],
  },
  loyalty_database_connections: {
    kind: 'gauge',
    unit: '{connection}',
    help: 'Database connections of a pool; state is busy or idle. docs/reference/connections.md says what each pool is for.',
    labels: ['pool', 'state'],
    values: { state: ['busy', 'idle'] },
  },
  loyalty_database_connections_max: {
    kind: 'gauge',
    unit: '{connection}',
    help: 'Database connections that a pool may have.',
    labels: ['pool'],
  },
  loyalty_database_waits_total: {
    kind: 'counter',
    unit: '{wait}',
    help: 'Statements and transactions that found all connections of their pool busy, and waited for one.',
    labels: ['pool'],
  },
} as const satisfies Readonly<Record<string, MetricDefinition>>;
