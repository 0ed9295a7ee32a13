import type { InboundRecord } from './broker.ts';
import type { Rejection } from './handler.ts';

/** The result of decoding a record. */
export type Decoded<T> =
  | { readonly outcome: 'decoded'; readonly value: T }
  | { readonly outcome: 'rejected'; readonly rejection: Rejection }
  /** Its headers say that it is not for this reader: the position moves past it, and nothing else happens. */
  | { readonly outcome: 'skipped' }
  /** An unknown schema id: call {@link Decoder.learn}, then decode again. */
  | { readonly outcome: 'unknown-schema'; readonly schemaId: number };

/** Decodes records; synchronous for every known schema. */
export interface Decoder<T> {
  decode(record: InboundRecord): Decoded<T>;
  /**
   * Returns the cost of deciding on the value of a record, in the unit of `BatchLimits.costMax`, as it is known now: it is asked when
   * the record may be taken. Absent: costs count as 0.
   */
  costOf?(value: T, record: InboundRecord): number;
  /** Reads the schema of a record of this topic. Throws while the registry is unreachable, so that the partition waits. */
  learn(schemaId: number, topic: string): Promise<void>;
}
