import { factCodec, topics } from '@loyalty/contracts';
import type { LocalStack } from '@loyalty/stack';
import { factMessage, type FactToPublish } from '@loyalty/streams/facts';
import { withProducer } from '../with-producer.ts';

/** Publishes facts to `loyalty.facts` as the services do; resolves when Kafka has acknowledged them. */
export type SendFacts = (facts: readonly FactToPublish[]) => Promise<void>;

/** Calls `work` with a producer of facts. */
export const withFactSender = <T>(stack: LocalStack, work: (send: SendFacts) => Promise<T>): Promise<T> =>
  withProducer(stack, { topic: topics.facts, schemaText: factCodec.schemaText }, ({ producer, schemaId }) =>
    work((facts) => producer.send(facts.map((fact) => factMessage(fact, schemaId)))),
  );
