import { KafkaConsumer, type Decoder, type Kafka, type LaneOptions } from '@loyalty/messaging';
import { listStreamTopics } from '@loyalty/programme';
import { fetches } from './fetches.ts';
import type { EarnRequest } from '../usecases/earn-request.ts';
import type { Queryable } from '@loyalty/storage';

/** Tenants' own topics, all in one group beside ours: a stream is read within seconds of being enabled. */
export const consumeStreams = (
  kafka: Kafka,
  decoder: Decoder<EarnRequest>,
  db: Queryable,
): LaneOptions<EarnRequest> => {
  const consumerGroup = 'earn-engine-streams';
  const topics = (): Promise<readonly string[]> => listStreamTopics(db);
  return {
    lane: 'bulk',
    isTenantOwned: true,
    consumerGroup,
    decoder,
    consumer: new KafkaConsumer({ kafka, groupId: consumerGroup, topics, ...fetches.bulk }),
  };
};
