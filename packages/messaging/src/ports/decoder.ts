import type { InboundRecord } from './broker.ts';
import type { Rejection } from './handler.ts';

/** What the bytes of a record turned out to be. */
export type Decoded<T> =
  | { readonly outcome: 'decoded'; readonly value: T }
  | { readonly outcome: 'rejected'; readonly rejection: Rejection }
  /** Not for this reader, as its headers say: the position moves past it, and nothing else is done. */
  | { readonly outcome: 'skipped' }
  /** A schema id that is not known yet: ask {@link Decoder.learn}, then decode again. */
  | { readonly outcome: 'unknown-schema'; readonly schemaId: number };

/** Turns records into values; synchronous for every schema that is known. */
export interface Decoder<T> {
  decode(record: InboundRecord): Decoded<T>;
  /** What it costs to decide on a value, in the unit of `BatchLimits.costMax`. Not there: nothing to speak of. */
  costOf?(value: T): number;
  /** Looks a schema id up; throws while the registry is away, so that the partition waits. */
  learn(schemaId: number): Promise<void>;
}
