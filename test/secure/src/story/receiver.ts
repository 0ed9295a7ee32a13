import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSigningSecret, verifyLoyaltySignature } from '@loyalty/egress';

/** A partner's endpoint. */
export interface Receiver {
  readonly url: string;
  /** The bodies whose signature was right. */
  readonly signed: string[];
  close(): Promise<void>;
}

export const webhookSecret = 'a secret of the partner';

export const startReceiver = async (): Promise<Receiver> => {
  const signed: string[] = [];
  const secret = createSigningSecret(webhookSecret);
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('error', () => undefined);
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts);
      const signature = request.headers['x-loyalty-signature']?.toString() ?? '';
      if (verifyLoyaltySignature(secret, body, signature)) signed.push(body.toString());
      response.writeHead(204).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port.toString()}/`,
    signed,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};
