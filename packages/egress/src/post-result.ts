import type { Caller } from './caller.ts';
import type { DialFailure } from './dial-error.ts';

/** One POST. */
export interface PostRequest {
  readonly caller: Caller;
  /** Whose connections are used: the id of the endpoint or of the provider. */
  readonly endpoint: string;
  readonly url: string;
  /** Names in lower case. Length, host and connection are set here. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** So much of the answer's body is read at most. */
  readonly bodyMaxBytes: number;
  /** False: https alone (D71). */
  readonly isHttpAllowed: boolean;
  /** The other side does no harm when it gets the same request twice at once. */
  readonly mayRepeat: boolean;
}

/** Why there is no answer. A closed set: it may be a label of a metric and may be shown to whoever owns the endpoint. */
export type PostFailure =
  Exclude<DialFailure, 'NO_TURN'> | 'TIMED_OUT' | 'CONNECTION_LOST' | 'ANSWER_INVALID';

/** What came of it where somebody was asked. */
export type TriedResult = Exclude<PostResult, { readonly outcome: 'untried' }>;

/** What came of it. */
export type PostResult =
  /** Nobody was asked: too much of ours was under way. It says nothing of the other side (D115). */
  | { readonly outcome: 'untried' }
  | {
      readonly outcome: 'answered';
      /** 200 or more; a redirect is an answer as any other. */
      readonly status: number;
      /** As it came: nothing is unpacked. */
      readonly body: Buffer;
      /** False: the body was longer than was asked for, slower than a second, or broke off. */
      readonly isBodyWhole: boolean;
      /** From the dial to the head of the answer, in whole milliseconds. */
      readonly tookMs: number;
    }
  | {
      readonly outcome: 'failed';
      readonly failure: PostFailure;
      /** Some of the request may have been sent. */
      readonly wasSent: boolean;
      readonly tookMs: number;
    };
