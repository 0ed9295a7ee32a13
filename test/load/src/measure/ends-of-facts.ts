import { topics } from '@loyalty/contracts';
import { createKafka, readLogBounds, type LogBounds } from '@loyalty/messaging';
import type { LocalStack } from '@loyalty/stack';
import { silentLogger } from '@loyalty/telemetry';

/** Where each partition of the topic of facts begins and ends now. */
export const endsOfFacts = ({ kafkaBrokers }: LocalStack): Promise<LogBounds[]> => {
  const kafka = createKafka({ brokers: kafkaBrokers.split(','), clientId: 'bench', logger: silentLogger });
  return readLogBounds(kafka, [topics.facts]);
};
