import type { Decoded, Decoder, InboundRecord, OutgoingMessage } from '@loyalty/messaging';
import type { Line } from '../line.ts';

/**
 * What a message of a simulation is: `good` ones have an effect; of the bad ones, `bytes` and `denied` cannot be
 * decoded, `poison` throws while it is decided, `refused` while it is stored, `turned-down` is judged bad by the rules.
 */
export type Kind = 'good' | 'bytes' | 'denied' | 'poison' | 'refused' | 'turned-down';

/** What travels. */
export interface SimulatedMessage {
  readonly ref: string;
  readonly member: string;
  readonly amount: number;
  readonly kind: Kind;
  /** The schema that it was written with; unknown to a process until it asked the registry. */
  readonly schemaId: number;
}

export const outgoing = (topic: string, message: SimulatedMessage): OutgoingMessage => ({
  topic,
  key: Buffer.from(message.member),
  value: Buffer.from(JSON.stringify(message)),
  headers: {},
});

const parsed = new WeakMap<Buffer, SimulatedMessage>();

/** What a record says, for whoever judges the outcome; each is parsed once. */
export const messageOf = ({ value }: Pick<InboundRecord, 'value'>): SimulatedMessage => {
  if (value === null) throw new TypeError('a record without a value');
  const message = parsed.get(value) ?? (JSON.parse(value.toString()) as SimulatedMessage);
  parsed.set(value, message);
  return message;
};

/** Decodes as one process does: schemas are learned one by one over a line that may be cut. */
export const createSimulatedDecoder = (registry: Line): Decoder<SimulatedMessage> => {
  const known = new Map<number, 'readable' | 'denied'>();
  const decode = (record: InboundRecord): Decoded<SimulatedMessage> => {
    const value = messageOf(record);
    const schema = known.get(value.schemaId);
    if (schema === undefined) return { outcome: 'unknown-schema', schemaId: value.schemaId };
    return schema === 'denied' || value.kind === 'bytes'
      ? { outcome: 'rejected', rejection: { reason: 'UNDECODABLE', detail: 'not what its schema says' } }
      : { outcome: 'decoded', value };
  };
  return {
    decode,
    learn: async (schemaId) => {
      known.set(
        schemaId,
        await registry.call('schema', () => (schemaId === deniedSchemaId ? 'denied' : 'readable')),
      );
    },
  };
};

/** An id that the registry does not know. */
export const deniedSchemaId = 404;
