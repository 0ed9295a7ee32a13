import type { OutgoingMessage, ProducerPort } from '../ports/broker.ts';

/** Smaller than Kafka's limit for one record batch (2 MiB), in case all messages go to one partition. */
const packBytesMax = 512 * 1024;

/**
 * Sends any number of messages and keeps the order within each partition: in one request if they fit, else in several requests
 * one after the other. Other senders have their turn between them. The first failure ends it and throws as {@link
 * ProducerPort.send} does; earlier requests were sent.
 */
export const sendInOrder = async (
  producer: Pick<ProducerPort, 'send'>,
  messages: readonly OutgoingMessage[],
): Promise<void> => {
  for (const pack of packsOf(messages)) await producer.send(pack);
};

const packsOf = (messages: readonly OutgoingMessage[]): OutgoingMessage[][] => {
  const packs: OutgoingMessage[][] = [];
  let roomBytes = 0;
  for (const message of messages) {
    const bytes = message.value?.length ?? 0;
    const pack = packs.at(-1);
    if (pack === undefined || bytes > roomBytes) {
      packs.push([message]);
      roomBytes = packBytesMax;
    } else pack.push(message);
    roomBytes -= bytes;
  }
  return packs;
};
