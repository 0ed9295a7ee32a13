import { earnGroups } from '@loyalty/contracts';
import { createConsumerGroup } from '@loyalty/stream-service';
import type { Decoder, Kafka, ConsumerGroupOptions } from '@loyalty/messaging';
import { listStreamTopics } from '@loyalty/configuration';
import type { Queryable } from '@loyalty/storage';
import type { EarnBody } from '../usecases/earn-request.ts';

/** Consumes tenants' own topics, all in one separate group. A stream is read within seconds of being enabled. */
export const consumeStreams = (
  kafka: Kafka,
  decoder: Decoder<EarnBody>,
  db: Queryable,
): ConsumerGroupOptions<EarnBody> =>
  createConsumerGroup({
    kafka,
    decoder,
    lane: 'bulk',
    isTenantOwned: true,
    consumerGroup: earnGroups.streams,
    topics: () => listStreamTopics(db),
  });
