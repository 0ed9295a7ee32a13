import { startWebhookReceiver, type ReceivedDelivery } from '@loyalty/testkit/servers';

/** The secret that the tenant registers. */
export const webhookSecret = 'whsec_Y2xvY2tzLXJ1bi1zZWNyZXQtb2YtdGhlLXBhcnRuZXI=';

/** A partner's endpoint with a right clock: it verifies with the usual tolerance of five minutes. */
export interface Receiver {
  readonly url: string;
  /** Returns the deliveries since the last call. */
  take(): Received;
  close(): Promise<void>;
}

export interface Received {
  /** References of redeems whose deliveries were as promised. */
  readonly redeemed: ReadonlySet<string>;
  /** The faults of each refused delivery. */
  readonly refused: readonly string[];
  /** The largest error of a timestamp, in seconds. */
  readonly offSecondsMax: number;
}

const nothing = () => ({ redeemed: new Set<string>(), refused: [] as string[], offSecondsMax: 0 });

export const startReceiver = async (): Promise<Receiver> => {
  let got = nothing();
  const { origin, close } = await startWebhookReceiver({
    secret: webhookSecret,
    receive: (delivery, response) => {
      const { event, faults } = delivery;
      got.offSecondsMax = Math.max(got.offSecondsMax, offSecondsOf(delivery));
      if (faults.length > 0) got.refused.push(faults.join());
      else if (event.event === 'transaction.redeemed') got.redeemed.add(String(event.data['transactionRef']));
      response.writeHead(faults.length === 0 ? 204 : 401).end();
    },
  });
  const take = (): Received => {
    const taken = got;
    got = nothing();
    return taken;
  };
  return { url: `${origin}/`, take, close };
};

const offSecondsOf = ({ headers }: ReceivedDelivery): number =>
  Math.abs(Date.now() / 1_000 - Number(headers['webhook-timestamp']));
