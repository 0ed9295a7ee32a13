/** What the load generator can post. */
export type BodyKind = 'evaluate' | 'redeem';

/** What the load generator is asked to do; it runs in a process of its own and is told through its first message. */
export interface LoadJob {
  /** `http://host:port/path` to post to. */
  readonly url: string;
  readonly key: string;
  /** Connections; in a closed loop each has one request under way at any time. */
  readonly connections: number;
  /** Requests a second of an open loop; null for a closed one. */
  readonly ratePerSecond: number | null;
  readonly warmUpMs: number;
  readonly measureMs: number;
  /** Members that the load spreads over. */
  readonly members: number;
  /** What is posted. */
  readonly bodies: BodyKind;
  /** In front of a member's number in their memberRef. */
  readonly memberPrefix: string;
  /** True: the result says when each answer came. Default false. */
  readonly keepsAnswerTimes?: boolean;
}

/** What the load generator found. Latencies in milliseconds, over the measured time only. */
export interface LoadResult {
  /** Answers of the measured time. */
  readonly requests: number;
  /** All answers, those of the warm-up included. */
  readonly requestsInAll: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Answers other than 200; a figure with any is worth nothing. */
  readonly failures: number;
  /** The first such answer. */
  readonly firstFailure: string | null;
  /** Where they were asked for: milliseconds of CLOCK_MONOTONIC of each answer of the measured time, by its transactionRef. */
  readonly answeredMs: readonly (readonly [ref: string, atMs: number])[];
}
