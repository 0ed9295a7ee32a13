import { topics } from '@loyalty/contracts';
import { BrokerClocks } from '@loyalty/kafka/broker-clocks';
import { BrokerComparison, createAskBrokers } from '@loyalty/kafka/broker-comparison';
import { type Queryable, readDatabaseTime } from '@loyalty/storage';
import { withKafka } from './connections.ts';
import type { CommandContext } from './session.ts';

export interface ComparedTime {
  /** The database's time. */
  readonly nowMs: number;
  /** Null while commands that destroy by time may run (D132); otherwise the reason why not. */
  readonly difference: string | null;
}

export const readComparedTime = (task: CommandContext, db: Queryable): Promise<ComparedTime> =>
  withKafka(task, async (kafka) => {
    const brokers = new BrokerClocks();
    const endListening = brokers.listen();
    try {
      const comparison = new BrokerComparison({ brokers, ask: createAskBrokers(kafka, topics.clocks) });
      const nowMs = await readDatabaseTime(db);
      return { nowMs, difference: await comparison.differenceOf(nowMs) };
    } finally {
      endListening();
    }
  });
