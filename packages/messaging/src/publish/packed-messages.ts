import { Fault } from '@loyalty/kernel';
import type { HeaderValue, OutgoingMessage } from '../ports/broker.ts';

/**
 * The format of an outbox row: version byte 1, then per message: topic, partition (−1 for keyed), key, value, and
 * the headers as pairs. Texts and bytes are prefixed with their length as int32, −1 for null. One row holds all that
 * a batch publishes, so a batch costs one insert.
 */
const formatVersion = 1;

const textOf = (value: HeaderValue): Buffer => (typeof value === 'string' ? Buffer.from(value) : value);

const chunksOf = (message: OutgoingMessage): (Buffer | null | number)[] => {
  const headers = Object.entries(message.headers);
  return [
    Buffer.from(message.topic),
    message.partition ?? -1,
    message.key,
    message.value,
    headers.length,
    ...headers.flatMap(([name, value]) => [Buffer.from(name), textOf(value)]),
  ];
};

const sizeOf = (chunk: Buffer | null | number): number =>
  chunk === null || typeof chunk === 'number' ? 4 : 4 + chunk.length;

/** Packs messages into the bytes of one outbox row. */
export const packMessages = (messages: readonly OutgoingMessage[]): Buffer => {
  const chunks = messages.flatMap(chunksOf);
  const packed = Buffer.allocUnsafe(chunks.reduce<number>((total, chunk) => total + sizeOf(chunk), 1));
  let at = packed.writeUInt8(formatVersion, 0);
  for (const chunk of chunks) at = writeChunk(packed, chunk, at);
  return packed;
};

const writeChunk = (packed: Buffer, chunk: Buffer | null | number, at: number): number => {
  if (typeof chunk === 'number') return packed.writeInt32BE(chunk, at);
  const next = packed.writeInt32BE(chunk?.length ?? -1, at);
  return chunk === null ? next : next + chunk.copy(packed, next);
};

/** Reads the chunks of a packed row one after the other. */
const createReader = (packed: Buffer) => {
  let at = 1;
  const int = (): number => {
    const value = packed.readInt32BE(at);
    at += 4;
    return value;
  };
  const bytes = (): Buffer | null => {
    const length = int();
    if (length < 0) return null;
    at += length;
    return packed.subarray(at - length, at);
  };
  return { int, bytes, text: (): string => bytes()?.toString() ?? '', atEnd: () => at >= packed.length };
};

const readMessage = (reader: ReturnType<typeof createReader>): OutgoingMessage => {
  const topic = reader.text();
  const partition = reader.int();
  const key = reader.bytes();
  const value = reader.bytes();
  const headers: Record<string, HeaderValue> = {};
  for (let left = reader.int(); left > 0; left -= 1) headers[reader.text()] = reader.bytes() ?? '';
  return { topic, key, value, headers, ...(partition < 0 ? {} : { partition }) };
};

/** The messages of a packed row; throws a Fault when it was written by a newer version. */
export const unpackMessages = (packed: Buffer): OutgoingMessage[] => {
  if (packed[0] !== formatVersion) {
    throw new Fault('OUTBOX_FORMAT', `an outbox row has format ${String(packed[0])}, known is 1`);
  }
  const reader = createReader(packed);
  const messages: OutgoingMessage[] = [];
  while (!reader.atEnd()) messages.push(readMessage(reader));
  return messages;
};
