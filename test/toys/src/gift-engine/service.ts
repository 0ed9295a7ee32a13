import { evaluateRequestCodec, readerFor } from '@loyalty/contracts';
import { createEngineBatch, createEnginePorts } from '@loyalty/engine';
import type { Part } from '@loyalty/kernel';
import type { ServiceContext } from '@loyalty/service';
import type { StreamServiceConfig } from '@loyalty/service/settings';
import { createConsumerGroup, createStreamService } from '@loyalty/service/stream';
import { createAvroDecoder } from '@loyalty/streams/decoder';
import { createGiftHandler } from './gift-handler.ts';

/** Reads requests in the form of receipts from its own topic, and replies to waiting callers. */
export const createGiftEngine = (context: ServiceContext<StreamServiceConfig>): readonly Part[] =>
  createStreamService(
    context,
    { name: 'gift-engine' },
    ({ kafka, registry, schemaIds, reads, cache, clock }) => {
      const readerOf = (schema: string) => readerFor(evaluateRequestCodec, schema);
      const decoder = createAvroDecoder({ registry, readerFor: readerOf });
      const ports = createEnginePorts({ reads, schemaIds, cache, clock, metrics: context.metrics });
      const topics = ['loyalty.toy-gifts'];
      return {
        groups: [
          createConsumerGroup({ kafka, lane: 'interactive', consumerGroup: 'gift-engine', topics, decoder }),
        ],
        handler: createEngineBatch(createGiftHandler(ports.configuration), ports),
      };
    },
  );
