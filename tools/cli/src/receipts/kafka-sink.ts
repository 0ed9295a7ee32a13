import { evaluateRequestCodec, headers, topics } from '@loyalty/contracts';
import type { OutgoingMessage, ProducerPort } from '@loyalty/kafka';
import { memberKeyOf } from '@loyalty/kernel';
import type { EnvironmentRecord } from '@loyalty/tables/tenants';
import type { Receipt, ReceiptSink } from './parse-receipt.ts';

interface KafkaSinkOptions {
  readonly producer: Pick<ProducerPort, 'send'>;
  readonly environment: Pick<EnvironmentRecord, 'environmentId' | 'secret'>;
  readonly schemaId: number;
  /** The bytes are those of `authorBytesOf` (D303). */
  readonly author: Buffer;
}

/** Enough to keep the producer's next request full while one is running; each is one chunk of a file. */
const sendsMax = 6;

/** Sends receipts through the bulk lane. A member's receipts always go to the same partition, in order. */
export class KafkaSink implements ReceiptSink {
  readonly #producer: KafkaSinkOptions['producer'];
  readonly #messageOf: (receipt: Receipt) => OutgoingMessage;
  /** The first lines of chunks that are being sent or were given up. */
  readonly #unsettled = new Set<number>();
  readonly #underWay = new Set<Promise<void>>();
  #acknowledged = 0;
  #failure: { readonly reason: unknown } | null = null;

  constructor(options: KafkaSinkOptions) {
    this.#producer = options.producer;
    this.#messageOf = messageMaker(options);
  }

  async take(receipts: readonly Receipt[]): Promise<void> {
    const [first] = receipts;
    if (first !== undefined) this.#send(first.line.number, receipts);
    while (this.#underWay.size >= sendsMax) await Promise.race(this.#underWay);
    this.#throwFailure();
  }

  async drain(): Promise<void> {
    await Promise.all(this.#underWay);
    this.#throwFailure();
  }

  stop(): void {
    // The producer's own patience bounds running sends; this sink does not retry.
  }

  acknowledged(): number {
    return this.#acknowledged;
  }

  firstUnsettled(): number | null {
    return this.#unsettled.size === 0 ? null : Math.min(...this.#unsettled);
  }

  #send(firstLine: number, receipts: readonly Receipt[]): void {
    this.#unsettled.add(firstLine);
    const sent = this.#producer.send(receipts.map(this.#messageOf)).then(
      () => {
        this.#acknowledged += receipts.length;
        this.#unsettled.delete(firstLine);
      },
      (reason: unknown) => {
        this.#failure ??= { reason };
      },
    );
    this.#underWay.add(sent);
    void sent.finally(() => this.#underWay.delete(sent));
  }

  #throwFailure(): void {
    if (this.#failure !== null) throw this.#failure.reason;
  }
}

const messageMaker = ({
  environment,
  schemaId,
  author,
}: KafkaSinkOptions): ((receipt: Receipt) => OutgoingMessage) => {
  const messageHeaders = {
    [headers.environment]: environment.environmentId.toString(),
    [headers.author]: author,
  };
  return ({ request }) => ({
    topic: topics.receipts,
    key: memberKeyOf(environment.secret, request.memberRef),
    value: evaluateRequestCodec.encode(request, schemaId),
    headers: messageHeaders,
  });
};
