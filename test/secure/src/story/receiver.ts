import { startWebhookReceiver, type TestServer } from '@loyalty/testkit/servers';

/** A partner's endpoint. */
export interface Receiver extends TestServer {
  /** The bodies that kept to the contract: signatures, headers, schema. */
  readonly faultless: string[];
}

export const webhookSecret = 'a secret of the partner';

export const startReceiver = async (): Promise<Receiver> => {
  const faultless: string[] = [];
  const server = await startWebhookReceiver({
    secret: webhookSecret,
    receive: ({ body, faults }, response) => {
      if (faults.length === 0) faultless.push(body.toString());
      response.writeHead(204).end();
    },
  });
  return { ...server, faultless };
};
