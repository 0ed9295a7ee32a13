import { headers as names } from '@loyalty/contracts';
import type { InboundRecord, OutgoingMessage } from '@loyalty/kafka';
import type { Decoded, Decoder } from '@loyalty/streams/decoder';
import type { ServerLine } from '../line.ts';

/**
 * The kinds of messages. `good` and `heavy` ones have an effect; two heavy ones do not fit into one
 * transaction. `other` ones are for other readers. `bytes` and `denied` cannot be decoded. `poison` and
 * `defect` throw when they are decided, and `refused` throws when it is stored. The rules refuse
 * `turned-down`. `unrecordable` cannot even be recorded as given up.
 */
export type Kind = 'good' | 'heavy' | 'other' | BadKind;

export const badKinds = [
  'bytes',
  'denied',
  'poison',
  'defect',
  'refused',
  'turned-down',
  'unrecordable',
] as const;

export type BadKind = (typeof badKinds)[number];

/** Returns true for a message that has an effect, unless the rules refuse it. */
export const isGood = ({ kind }: Pick<SimulatedMessage, 'kind'>): boolean =>
  kind === 'good' || kind === 'heavy';

/** The engine that a message is for: one earns the amount, the other burns as many points. */
export type Operation = 'evaluate' | 'redeem';

/** A message as it travels. */
export interface SimulatedMessage {
  readonly ref: string;
  readonly operation: Operation;
  readonly member: string;
  readonly amount: number;
  readonly kind: Kind;
  readonly environmentId: number;
  /** The schema with which it was written, which a process does not know until it asks the registry. */
  readonly schemaId: number;
  /**
   * The deadline of a redeem whose caller waits, by the database's clock, in milliseconds since the epoch.
   */
  readonly notAfterMs?: number;
}

export const outgoing = (topic: string, message: SimulatedMessage): OutgoingMessage => ({
  topic,
  key: Buffer.from(message.member),
  value: Buffer.from(JSON.stringify(message)),
  headers: {
    [names.environment]: message.environmentId.toString(),
    ...(message.kind === 'other' ? { [forOthers]: 'yes' } : {}),
  },
});

/** Returns the key of a member's account, lots and entries. */
export const accountKeyOf = ({
  environmentId,
  member,
}: Pick<SimulatedMessage, 'environmentId' | 'member'>): string => `${environmentId.toString()}/${member}`;

/** A header by which readers see, without the value, that this is for others. */
const forOthers = 'forOthers';

const parsed = new WeakMap<Buffer, SimulatedMessage>();

/** Returns the message of a record, parsed once, for the judges. */
export const messageOf = ({ value }: Pick<InboundRecord, 'value'>): SimulatedMessage => {
  if (value === null) throw new TypeError('a record without a value');
  const message = parsed.get(value) ?? (JSON.parse(value.toString()) as SimulatedMessage);
  parsed.set(value, message);
  return message;
};

/**
 * Creates a decoder that decodes as one process does: it learns schemas one by one over a line that may fail.
 */
export const createSimulatedDecoder = (registry: ServerLine): Decoder<SimulatedMessage> => {
  const known = new Map<number, 'readable' | 'denied'>();
  const decode = (record: InboundRecord): Decoded<SimulatedMessage> => {
    if (record.headers[forOthers] !== undefined) return { outcome: 'skipped' };
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
