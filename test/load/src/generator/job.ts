import type { RequestTarget } from './http-connection.ts';

/** The bodies that the load generator can post. */
export type BodyKind = 'evaluate' | 'explain' | 'redeem' | 'authorize' | 'capture' | 'return';

/** A job of the load generator, which runs in its own process. The job is its first message. */
export interface LoadJob {
  /** `http://host:port/path` to post to. */
  readonly url: string;
  readonly key: string;
  /** Requests go to these in turn, all on the host of `url`. Default: to `url` with `key`. */
  readonly targets?: readonly RequestTarget[];
  /** Connections; in a closed loop each always has one request in flight. */
  readonly connections: number;
  /** Requests a second of an open loop; null for a closed one. */
  readonly ratePerSecond: number | null;
  readonly warmUpMs: number;
  readonly measureMs: number;
  /** The number of members that the load covers. */
  readonly members: number;
  readonly bodies: BodyKind;
  /** The prefix before a member's number in their memberRef. */
  readonly memberPrefix: string;
  /** Before the number of a body in its reference, so that a later job finds what this one made. Default: new ones. */
  readonly refPrefix?: string;
  /** No more than so many requests; fewer when the time ends first. Default: as many as the time allows. */
  readonly requestsMax?: number;
  /** Responses other than 200 that a run may have; more make it fail. Default 0. */
  readonly failuresMax?: number;
  /** True: the result has the time of each response. Default false. */
  readonly keepsAnswerTimes?: boolean;
}

/** The result of a job. Latencies are in milliseconds, over the measured time only. */
export interface LoadResult {
  /** The number of responses during the measured time. */
  readonly requests: number;
  /** All responses, those of the warm-up included. */
  readonly requestsInAll: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Responses other than 200, which no latency counts. */
  readonly failures: number;
  /** The first such response. */
  readonly firstFailure: string | null;
  /**
   * The times of CLOCK_MONOTONIC in milliseconds of each measured response, by its transactionRef, if
   * `keepsAnswerTimes` is set.
   */
  readonly answeredMs: readonly (readonly [ref: string, atMs: number])[];
}
