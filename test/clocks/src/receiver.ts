import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSigningSecret, verifyLoyaltySignature, verifyStandardWebhook } from '@loyalty/egress';

/** The secret that the tenant registers. */
export const webhookSecret = 'whsec_Y2xvY2tzLXJ1bi1zZWNyZXQtb2YtdGhlLXBhcnRuZXI=';
const secret = createSigningSecret(webhookSecret);

/** A partner's endpoint with a right clock: it verifies with the usual tolerance of five minutes. */
export interface Receiver {
  readonly url: string;
  /** Returns the deliveries since the last call. */
  take(): Received;
  close(): Promise<void>;
}

export interface Received {
  /** References of redeems whose deliveries had valid signatures. */
  readonly redeemed: ReadonlySet<string>;
  readonly refused: number;
  /** The largest error of a timestamp, in seconds. */
  readonly offSecondsMax: number;
}

export const startReceiver = async (): Promise<Receiver> => {
  let got = { redeemed: new Set<string>(), refused: 0, offSecondsMax: 0 };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('error', () => undefined);
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts);
      const nowSeconds = Date.now() / 1_000;
      const isSigned = verifies(request, body, nowSeconds);
      got.offSecondsMax = Math.max(got.offSecondsMax, Math.abs(nowSeconds - timestampOf(request)));
      if (isSigned) noteRedeemed(body, got.redeemed);
      else got.refused += 1;
      response.writeHead(isSigned ? 204 : 401).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port.toString()}/`,
    take: () => {
      const taken = got;
      got = { redeemed: new Set(), refused: 0, offSecondsMax: 0 };
      return taken;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};

const textOf = ({ headers }: IncomingMessage, name: string): string => headers[name]?.toString() ?? '';

const timestampOf = (request: IncomingMessage): number => Number(textOf(request, 'webhook-timestamp'));

const verifies = (request: IncomingMessage, body: Buffer, nowSeconds: number): boolean => {
  const standard = {
    id: textOf(request, 'webhook-id'),
    timestamp: textOf(request, 'webhook-timestamp'),
    signature: textOf(request, 'webhook-signature'),
  };
  const isOurs = verifyLoyaltySignature(secret, body, textOf(request, 'x-loyalty-signature'));
  return isOurs && verifyStandardWebhook(secret, standard, { body, nowSeconds });
};

const noteRedeemed = (body: Buffer, redeemed: Set<string>): void => {
  const { event, data } = JSON.parse(body.toString()) as WebhookMessage;
  if (event === 'transaction.redeemed') redeemed.add(data.transactionRef);
};

interface WebhookMessage {
  readonly event: string;
  readonly data: { readonly transactionRef: string };
}
