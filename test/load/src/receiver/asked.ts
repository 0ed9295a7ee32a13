/** How an endpoint takes what it is sent: at once, after two seconds, or without ever answering. */
export type Manner = 'quick' | 'slow' | 'never';

/** What the receiver is told; it answers each with one message, in their order. */
export type ReceiverAsked =
  | { readonly kind: 'listen'; readonly addresses: readonly string[] }
  /** By path; a path that is not named is quick. */
  | { readonly kind: 'behave'; readonly manners: Readonly<Record<string, Manner>> }
  | { readonly kind: 'count'; readonly path: string }
  /** Forgets what it answers. */
  | { readonly kind: 'take'; readonly path: string };

/** What came on a path and was answered, or will be. Milliseconds are those of CLOCK_MONOTONIC. */
export interface Counted {
  /** Deliveries by their ids. */
  readonly distinct: number;
  readonly requests: number;
  /** Of all bodies. */
  readonly bytes: number;
  readonly firstMs: number;
  /** The last one that had not come before. */
  readonly lastMs: number;
}

export interface Taken extends Counted {
  /** `/lag/…`: how long after its event's time each came first, by the wall clock. */
  readonly lagsMs: readonly number[];
  /** `/ref/…`: when the head of each request was there, by the reference of its transaction. */
  readonly arrivedMs: readonly (readonly [ref: string, atMs: number])[];
}
