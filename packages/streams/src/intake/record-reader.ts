import { headers as names } from '@loyalty/contracts';
import type { InboundRecord } from '../ports/broker.ts';
import type { Decoder } from '../ports/decoder.ts';
import type { Lane } from '../ports/handler.ts';
import type { QueuedRecord } from './intake-queue.ts';
import { recordSize } from './record-size.ts';

export interface RecordReaderOptions<T> {
  readonly lane: Lane;
  readonly consumerGroup: string;
  readonly decoder: Decoder<T>;
  /** See `ConsumerGroupOptions`. */
  readonly isTenantOwned?: boolean;
}

/** The result of reading a fetched record. */
export type RecordReading<T> =
  | { readonly outcome: 'queued'; readonly queued: Omit<QueuedRecord<T>, 'partition' | 'from'> }
  | { readonly outcome: 'skipped' }
  | { readonly outcome: 'unknown-schema'; readonly schemaId: number };

const skipped = { outcome: 'skipped' } as const;

/** Creates the reader of one consumer group's records. A replayed message for another group is skipped. */
export const createRecordReader = <T>({
  lane,
  consumerGroup,
  decoder,
  isTenantOwned = false,
}: RecordReaderOptions<T>): ((record: InboundRecord) => RecordReading<T>) => {
  // A tenant may write any headers on its own topic, so they are ignored there.
  const isForOthers = ({ headers }: InboundRecord): boolean => {
    const retryGroup = isTenantOwned ? undefined : headers[names.retryGroup];
    return retryGroup !== undefined && retryGroup.toString() !== consumerGroup;
  };
  const costOf = (value: T, record: InboundRecord) =>
    decoder.costOf === undefined ? {} : { costOf: () => decoder.costOf?.(value, record) ?? 0 };
  return (record) => {
    if (isForOthers(record)) return skipped;
    const decoded = decoder.decode(record);
    switch (decoded.outcome) {
      case 'decoded':
        return queued({ record, consumerGroup, lane, value: decoded.value }, costOf(decoded.value, record));
      case 'rejected':
        return queued({ record, consumerGroup, lane, rejection: decoded.rejection });
      case 'skipped':
      case 'unknown-schema':
        return decoded;
    }
  };
};

const queued = <T>(
  item: QueuedRecord<T>['item'],
  cost: Pick<QueuedRecord<T>, 'costOf'> = {},
): RecordReading<T> => ({
  outcome: 'queued',
  queued: { item, bytes: recordSize(item.record), ...cost },
});
