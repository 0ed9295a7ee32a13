import type { OutgoingMessage, ProducerPort } from '../ports/broker.ts';

/** Below what Kafka takes as one record batch (2 MiB), should all of it go to one partition. */
const packBytesMax = 512 * 1024;

/**
 * Sends any number of messages so that those of one partition keep their order: in one request where they fit, else in
 * packs one after the other, between which others have their turn. The first pack that fails ends it, and throws as
 * {@link ProducerPort.send} does; packs before it were sent.
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
