import type { OutgoingMessage, ProducerPort } from '@loyalty/kafka';
import type { ServerLine } from '../line.ts';
import type { World } from './world.ts';

/** Creates a producer that may write only a part, write twice, or write and report a failure. */
export const createSimulatedProducer = (world: World, line: ServerLine): ProducerPort => {
  const { broker, random, servers } = world;
  const write = (messages: readonly OutgoingMessage[]): void => {
    for (const message of messages) broker.append(message);
  };
  return {
    send: (messages) =>
      line.call(`${messages.length.toString()} messages`, () => {
        if (random.chance(servers.broker.refusal)) {
          write(messages.slice(0, random.below(messages.length)));
          throw servers.broker.failure('only a part was written');
        }
        write(messages);
        if (random.chance(servers.broker.loss)) write(messages);
      }),
    stop: () => Promise.resolve(),
  };
};
