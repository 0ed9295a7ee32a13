import { randomUUID } from 'node:crypto';
import { demoTenants } from '@loyalty/stack';

/** A request that is walked, as often as it is asked. */
export interface WalkedRequest {
  readonly title: string;
  readonly about: string;
  readonly send: () => Promise<void>;
}

const [{ tenantId, liveKey, testKey }] = demoTenants;
const webhookSecret = 'whsec_d2Fsay1ydW4tc2VjcmV0LW9mLXRoZS1wYXJ0bmVyLS0=';
const eventKey = 'walk.finished';

/** What the demo tenant has not got: an endpoint, an event, and a campaign that fires on it, all in its environment `test`. */
const prepare = async (post: Post, receiverUrl: string): Promise<void> => {
  await post('/webhooks', { url: receiverUrl, secret: webhookSecret, events: ['*'] });
  await post('/event-definitions', { key: eventKey, name: 'A walk was finished', properties: {} });
  const earningRule = { type: 'EVENT_TRIGGER', eventKey, reward: { points: 5 } };
  const { id } = await post<{ id: string }>('/campaigns', { name: 'Points for a walk', earningRule });
  await post(`/campaigns/${id}/activate`, {});
};

/** Throws when the tenant cannot be prepared. Each returned request throws when it is not accepted. */
export const prepareRequests = async (
  baseUrl: string,
  receiverUrl: string,
): Promise<readonly WalkedRequest[]> => {
  const tenantUrl = `${baseUrl}/tenants/${tenantId}`;
  const [live, test] = [postTo(tenantUrl, liveKey), postTo(tenantUrl, testKey)];
  await prepare(test, receiverUrl);
  const sale = { memberRef: 'walker', amount: 15_000 };
  let transactionRef = '';
  return [
    {
      title: 'An evaluate',
      about:
        'A receipt over R150.00 of a member who has others. It earns 1 % and the points of a visit. The tenant has no webhook.',
      send: async () => {
        transactionRef = randomUUID();
        await live('/transactions/evaluate', { transactionRef, ...sale });
      },
    },
    {
      title: 'A redeem',
      about: 'Ten points of the same member.',
      send: async () => {
        await live('/transactions/redeem', { transactionRef: randomUUID(), pointsRequested: 10, ...sale });
      },
    },
    {
      title: 'A return',
      about: 'A third of the receipt.',
      send: async () => {
        await live('/transactions/returns', { transactionRef, returnRef: randomUUID(), amount: 5_000 });
      },
    },
    {
      title: 'An event',
      about: 'A custom event that earns five points. The tenant has a webhook for all events.',
      send: async () => {
        await test('/events', { eventKey, ref: randomUUID(), payload: { customerId: 'walker' } });
      },
    },
  ];
};

type Post = <T>(path: string, body: object) => Promise<T>;

const postTo =
  (tenantUrl: string, key: string): Post =>
  async <T>(path: string, body: object) => {
    const response = await fetch(`${tenantUrl}${path}`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} was refused: ${response.status.toString()} ${text}`);
    return JSON.parse(text) as T;
  };
