import { earnGroups, topics } from '@loyalty/contracts';
import { createLane } from '@loyalty/engine';
import type { Decoder, Kafka, LaneOptions } from '@loyalty/messaging';
import type { EarnBody } from '../usecases/earn-request.ts';

/** The interactive lane: tills that wait for the answer. */
export const consumeEvaluate = (kafka: Kafka, decoder: Decoder<EarnBody>): LaneOptions<EarnBody> =>
  createLane({
    kafka,
    decoder,
    lane: 'interactive',
    consumerGroup: earnGroups.evaluate,
    topics: [topics.evaluate],
  });
