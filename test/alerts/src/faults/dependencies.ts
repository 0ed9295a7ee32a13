import { killPart } from '@loyalty/stack';
import { nothingToEnd, type Fault } from './fault.ts';

/** Faults of the servers that all processes use. */
export const dependencyFaults: readonly Fault[] = [
  {
    name: 'redis-away',
    does: 'Redis refuses all connections.',
    alert: 'CacheDown',
    harms: [],
    lingersMinutes: 0,
    plant: async ({ doored }) => {
      await doored.redis.close();
      return () => doored.redis.reopen();
    },
  },
  {
    name: 'database-away',
    does: 'Postgres refuses all connections.',
    alert: 'DatabaseAway',
    harms: ['EvaluateFailures', 'RedeemFailures', 'InteractiveLag'],
    lingersMinutes: 0,
    plant: async ({ doored }) => {
      await doored.database.close();
      return () => doored.database.reopen();
    },
  },
  {
    name: 'database-restarted',
    does: 'Postgres is killed, and starts again.',
    alert: 'DatabaseBeganAnew',
    harms: [],
    lingersMinutes: 15,
    plant: async ({ doored: { infrastructure } }) => {
      await killPart('postgres', infrastructure.localJsonPath);
      return nothingToEnd;
    },
  },
  {
    name: 'kafka-frozen',
    does: 'The only broker stands still.',
    alert: 'KafkaAway',
    harms: ['EvaluateFailures', 'RedeemFailures', 'InteractiveLag', 'OutboxAge'],
    lingersMinutes: 0,
    plant: ({ doored: { infrastructure } }) => {
      const { pid = null } = infrastructure.now().parts['kafka'] ?? {};
      if (pid === null) throw new Error('there is no broker');
      process.kill(pid, 'SIGSTOP');
      return Promise.resolve(() => Promise.resolve(void process.kill(pid, 'SIGCONT')));
    },
  },
];
