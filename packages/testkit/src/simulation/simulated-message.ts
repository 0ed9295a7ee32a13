import { headers as names } from '@loyalty/contracts';
import type { Decoded, Decoder, InboundRecord, OutgoingMessage } from '@loyalty/messaging';
import type { ServerLine } from '../line.ts';

/**
 * What a message of a simulation is. `good` ones have an effect; so have `heavy` ones, of which no two fit into one
 * transaction. `other` ones are for other readers. Of the bad ones, `bytes` and `denied` cannot be decoded, `poison` throws while
 * it is decided, `defect` throws what nobody foresaw, `refused` throws while it is stored, `turned-down` is judged bad by the
 * rules, and of `unrecordable` ones even the giving up cannot be recorded.
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

/** True for a message that has an effect, unless the rules refuse it. */
export const isGood = ({ kind }: Pick<SimulatedMessage, 'kind'>): boolean =>
  kind === 'good' || kind === 'heavy';

/** Which engine a message is for: one earns the amount, the other takes as many points. */
export type Operation = 'evaluate' | 'redeem';

/** What travels. */
export interface SimulatedMessage {
  readonly ref: string;
  readonly operation: Operation;
  readonly member: string;
  readonly amount: number;
  readonly kind: Kind;
  readonly environmentId: number;
  /** The schema that it was written with; unknown to a process until it asked the registry. */
  readonly schemaId: number;
  /** Of a redeem whose caller waits: until when, by the database's clock, milliseconds since the epoch. */
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

/** Under what a member's account, lots and entries are stored. */
export const accountKeyOf = ({
  environmentId,
  member,
}: Pick<SimulatedMessage, 'environmentId' | 'member'>): string => `${environmentId.toString()}/${member}`;

/** A header that says, without a look at the value, that this is for other readers. */
const forOthers = 'forOthers';

const parsed = new WeakMap<Buffer, SimulatedMessage>();

/** What a record says, for whoever judges the outcome; each is parsed once. */
export const messageOf = ({ value }: Pick<InboundRecord, 'value'>): SimulatedMessage => {
  if (value === null) throw new TypeError('a record without a value');
  const message = parsed.get(value) ?? (JSON.parse(value.toString()) as SimulatedMessage);
  parsed.set(value, message);
  return message;
};

/** Decodes as one process does: schemas are learned one by one over a line that may be cut. */
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
