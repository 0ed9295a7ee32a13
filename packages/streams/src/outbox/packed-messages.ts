import type { HeaderValue, OutgoingMessage } from '@loyalty/kafka';
import { Fault } from '@loyalty/kernel';
import type { StoredRejectedMessage } from '@loyalty/storage/outbox';
import { environmentInHeader } from '../records.ts';

/**
 * 1; for each message topic, partition (−1 when keyed), key, value, headers as pairs, with lengths as int32,
 * −1 for null. One row for a batch, so it costs one insert.
 */
const formatVersion = 1;

const lengthBytes = 4;

export const packMessages = (messages: readonly OutgoingMessage[]): Buffer => {
  const packed = Buffer.allocUnsafe(messages.reduce((total, message) => total + sizeOfMessage(message), 1));
  let at = packed.writeUInt8(formatVersion, 0);
  for (const message of messages) at = writeMessage(packed, message, at);
  return packed;
};

const sizeOfMessage = ({ topic, key, value, headers }: OutgoingMessage): number => {
  // Besides its chunks: the partition and the number of headers.
  let size = 2 * lengthBytes + sizeOf(topic) + sizeOf(key) + sizeOf(value);
  for (const [name, header] of Object.entries(headers)) size += sizeOf(name) + sizeOf(header);
  return size;
};

const sizeOf = (chunk: HeaderValue | null): number => {
  if (chunk === null) return lengthBytes;
  return lengthBytes + (typeof chunk === 'string' ? Buffer.byteLength(chunk) : chunk.length);
};

const writeMessage = (packed: Buffer, message: OutgoingMessage, from: number): number => {
  const headers = Object.entries(message.headers);
  let at = writeChunk(packed, message.topic, from);
  at = packed.writeInt32BE(message.partition ?? -1, at);
  at = writeChunk(packed, message.key, at);
  at = writeChunk(packed, message.value, at);
  at = packed.writeInt32BE(headers.length, at);
  for (const [name, header] of headers) at = writeChunk(packed, header, writeChunk(packed, name, at));
  return at;
};

const writeChunk = (packed: Buffer, chunk: HeaderValue | null, at: number): number => {
  const from = at + lengthBytes;
  if (chunk === null) return packed.writeInt32BE(-1, at);
  const length = typeof chunk === 'string' ? packed.write(chunk, from) : chunk.copy(packed, from);
  packed.writeInt32BE(length, at);
  return from + length;
};

const createReader = (packed: Buffer) => {
  let at = 1;
  const int = (): number => {
    const value = packed.readInt32BE(at);
    at += lengthBytes;
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

/** Unpacks messages. Throws a Fault if a newer version wrote the row. */
export const unpackMessages = (packed: Buffer): OutgoingMessage[] => {
  if (packed[0] !== formatVersion) {
    throw new Fault('OUTBOX_FORMAT', `an outbox row has format ${String(packed[0])}, known is 1`);
  }
  const reader = createReader(packed);
  const messages: OutgoingMessage[] = [];
  while (!reader.atEnd()) messages.push(readMessage(reader));
  return messages;
};

const memberKeyBytes = 16;

export const rejectedMessageOf = (message: OutgoingMessage, reason: string): StoredRejectedMessage => {
  const { topic, key, value, headers } = message;
  const named = Buffer.from(key?.toString() ?? '', 'base64url');
  return {
    topic,
    reason,
    message: value ?? Buffer.alloc(0),
    head: packMessages([{ ...message, value: null }]),
    environmentId: environmentInHeader({ headers }),
    memberKey: named.length === memberKeyBytes ? named : null,
  };
};

/** Returns the message; null if its head is not stored or the member was erased. */
export const messageOfRejected = (
  stored: Pick<StoredRejectedMessage, 'message'> & { readonly head: Buffer | null },
): OutgoingMessage | null => {
  const [message] = stored.head === null ? [] : unpackMessages(stored.head);
  return message === undefined ? null : { ...message, value: stored.message };
};
