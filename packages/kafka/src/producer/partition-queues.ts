import type { OutgoingMessage } from '../../ports/broker.ts';

/** A message that waits for Kafka's acknowledgement. */
export interface WaitingMessage {
  readonly message: OutgoingMessage;
  /** About its size in a request. */
  readonly bytes: number;
  /** The call that sent it. */
  readonly call: SendCall;
  /** True once a request with this message was refused: it goes alone, so that only the message at fault is left out. */
  isAlone: boolean;
}

/** One call of `send`. It settles once each of its messages is acknowledged or given up. */
export class SendCall {
  /** By the monotonic clock. */
  readonly sinceMs = performance.now();
  readonly #settle: (failure: Failure | null) => void;
  #left: number;
  #failure: Failure | null = null;

  /** `settle` is called once, with the first failure if there was one. */
  constructor(messages: number, settle: (failure: Failure | null) => void) {
    this.#left = messages;
    this.#settle = settle;
  }

  end(failure: Failure | null = null): void {
    this.#failure ??= failure;
    this.#left -= 1;
    if (this.#left === 0) this.#settle(this.#failure);
  }
}

export interface Failure {
  readonly reason: Error;
}

/** Returns about the size of a message in a request: texts are short and mostly ASCII. */
export const sizeOf = ({ key, value, headers }: OutgoingMessage): number => {
  let bytes = (key?.length ?? 0) + (value?.length ?? 0) + 100;
  for (const name in headers) bytes += name.length + (headers[name]?.length ?? 0);
  return bytes;
};
