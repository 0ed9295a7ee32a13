import type { InboundRecord } from '@loyalty/kafka';
import { partitionKeyOf } from '@loyalty/kernel';
import type { TopicPartition } from '@loyalty/storage/positions';
import type { MemoryFetch } from '../memory-broker.ts';
import { messageOf, outgoing } from './simulated-message.ts';

/** The bits that have flipped on the disk of the broker that leads a partition. */
export interface BitFlips {
  /** If this is false, consumers do not compare checksums, to check that the simulation notices. */
  readonly isChecked: boolean;
  /** The offsets of records whose bytes are wrong, by partition. Another copy has them right. */
  readonly flipped: Map<string, Set<number>>;
  /** The partitions in which a bit has ever flipped. */
  readonly everFlipped: Set<string>;
  count: number;
}

export const createBitFlips = ({ isChecked }: Pick<BitFlips, 'isChecked'>): BitFlips => ({
  isChecked,
  flipped: new Map(),
  everFlipped: new Set(),
  count: 0,
});

interface Found extends MemoryFetch {
  readonly undecodable?: string;
}

/** Returns these records as a consumer gets them: a batch with a wrong checksum ends the fetch. */
export const asOnDisk = (flips: BitFlips | null, at: TopicPartition, from: number, found: Found): Found => {
  const wrong = flips?.flipped.get(partitionKeyOf(at));
  const first = Math.min(
    ...[...(wrong ?? [])].filter((offset) => offset >= from && offset < found.nextOffset),
  );
  if (flips === null || first === Infinity) return found;
  if (!flips.isChecked) return { ...found, records: found.records.map((record) => rotten(record, wrong)) };
  if (first === from)
    return { records: [], passed: [], nextOffset: from, undecodable: 'its checksum is wrong' };
  const isBefore = ({ offset }: InboundRecord): boolean => offset < first;
  return {
    records: found.records.filter(isBefore),
    passed: found.passed.filter(isBefore),
    nextOffset: first,
  };
};

/** Its reference is another one. */
const rotten = (record: InboundRecord, wrong: ReadonlySet<number> | undefined): InboundRecord => {
  if (wrong?.has(record.offset) !== true || record.value === null) return record;
  const message = messageOf(record);
  const { value } = outgoing(record.topic, { ...message, ref: `${message.ref}~` });
  return { ...record, value };
};
