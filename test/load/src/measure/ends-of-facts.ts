import { topics } from '@loyalty/contracts';
import { createKafka, type LogBounds } from '@loyalty/kafka';
import { readLogBounds } from '@loyalty/kafka/metadata';
import type { LocalStack } from '@loyalty/stack';
import { silentLogger } from '@loyalty/telemetry/logger';

/** Reads the first and the end offset of each partition of the topics of facts. */
export const endsOfFacts = ({ kafkaBrokers }: LocalStack): Promise<LogBounds[]> => {
  const kafka = createKafka({ brokers: kafkaBrokers.split(','), clientId: 'bench', logger: silentLogger });
  return readLogBounds(kafka, [topics.facts, topics.factsBulk]);
};
