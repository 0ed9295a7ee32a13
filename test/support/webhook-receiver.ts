import { startWebhookReceiver, type ReceivedDelivery } from '@loyalty/testkit/servers';
import { setLiveSettings, type TestTenant } from './tenant.ts';

/** A partner's endpoint that checks the signatures and schema of every delivery. */
export interface WebhookReceiver {
  readonly webhookId: string;
  readonly url: string;
  readonly received: ReceivedDelivery[];
  /** Faults found in deliveries. */
  readonly faults: string[];
  /** The status of its responses from now on; null: it never responds. */
  status: number | null;
  /** True: its responses contain the request's body. */
  isEcho: boolean;
  close(): Promise<void>;
}

const secret = 'a secret of the partner';

/** Starts a receiver and registers it with a tenant. */
export const openWebhookReceiver = async (
  tenant: TestTenant,
  events: readonly string[] = ['*'],
  mode: 'live' | 'test' = 'live',
): Promise<WebhookReceiver> => {
  const received: ReceivedDelivery[] = [];
  const faults: string[] = [];
  const { origin, close } = await startWebhookReceiver({
    secret,
    receive: (delivery, response) => {
      faults.push(...delivery.faults);
      received.push(delivery);
      const { status, isEcho } = receiver;
      if (status !== null)
        response.writeHead(status).end(isEcho ? delivery.body : `said ${status.toString()}`);
    },
  });
  const url = `${origin}/in`;
  if (mode === 'live') await setLiveSettings(tenant, { webhooksOverPlainHttp: true });
  const made = await tenant[mode].post('/webhooks', { url, secret, events });
  const webhookId = made.body.id;
  const receiver: WebhookReceiver = { webhookId, url, received, faults, status: 200, isEcho: false, close };
  return receiver;
};
