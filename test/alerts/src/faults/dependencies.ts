import { killPart } from '@loyalty/stack';
import { freeze } from '../../../fault/src/set-back/frozen.ts';
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
    harms: ['EvaluateFailures', 'RedeemFailures', 'RewardRedeemFailures', 'InteractiveLag'],
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
      const goOn = freeze(infrastructure, 'kafka');
      const undo = (): Promise<void> => {
        goOn();
        return Promise.resolve();
      };
      return Promise.resolve(undo);
    },
  },
];
