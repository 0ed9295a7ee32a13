/** How an endpoint responds: at once, after two seconds, or never. */
export type Manner = 'quick' | 'slow' | 'never';

/** A message to the receiver, which replies to each with one message, in order. */
export type ReceiverAsked =
  | { readonly kind: 'listen'; readonly addresses: readonly string[] }
  /** How each path behaves; unnamed paths are quick. */
  | { readonly kind: 'behave'; readonly manners: Readonly<Record<string, Manner>> }
  | { readonly kind: 'count'; readonly path: string }
  /** Deletes what it returns. */
  | { readonly kind: 'take'; readonly path: string };

/** The requests of a path that get a response. Times are milliseconds of CLOCK_MONOTONIC. */
export interface Counted {
  /** The number of deliveries with different ids. */
  readonly distinct: number;
  readonly requests: number;
  /** The number of bytes of all bodies. */
  readonly bytes: number;
  readonly firstMs: number;
  /** The arrival of the last delivery with a new id. */
  readonly lastMs: number;
}

export interface Taken extends Counted {
  /** The milliseconds from each event's time to its first arrival at `/lag/…`, by the wall clock. */
  readonly lagsMs: readonly number[];
  /** When the head of each request to `/ref/…` arrived, by transactionRef. */
  readonly arrivedMs: readonly (readonly [ref: string, atMs: number])[];
}
