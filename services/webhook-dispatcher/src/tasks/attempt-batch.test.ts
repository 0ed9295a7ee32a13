import { createSecretKey } from 'node:crypto';
import type { EnvironmentId, TenantId } from '@loyalty/kernel';
import type { DueDelivery, WebhookEndpoint } from '@loyalty/tables/webhooks';
import fc from 'fast-check';
import { attemptBatch } from './attempt-batch.ts';
import type { DeliveryAttemptOptions } from './attempt-delivery.ts';

const endpoint: WebhookEndpoint = {
  owner: { environmentId: 1 as EnvironmentId, tenantId: '' as TenantId, mode: 'test', isHttpAllowed: true },
  id: 'endpoint',
  url: 'https://shop.example/in',
  events: new Set(['*']),
  batch: { maxEvents: 100, maxWaitMs: 0 },
  status: 'ACTIVE',
  createdAtMs: 0,
  enabledAtMs: 0,
  secret: createSecretKey(Buffer.from('a secret of the partner')),
  previous: null,
};

const deliveryOf = (n: number, bytes: number): DueDelivery => ({
  id: n.toString(),
  webhookId: endpoint.id,
  createdAtMs: 0,
  environmentId: 1 as EnvironmentId,
  status: 'PENDING',
  attempt: 0,
  attemptsMax: 5,
  event: 'points.expired',
  eventId: n.toString(),
  eventAtMs: 0,
  memberId: null,
  body: Buffer.from(JSON.stringify({ deliveryId: ' '.repeat(9), id: n, text: 'é'.repeat(bytes / 2) })),
  deliveryIdAt: '{"deliveryId":"'.length,
});

const bodiesOf = async (lengths: readonly number[], status = 200): Promise<Buffer[]> => {
  const bodies: Buffer[] = [];
  const options: DeliveryAttemptOptions = {
    send: ({ body }) => {
      bodies.push(body);
      const response = { status, body: Buffer.alloc(0), isBodyWhole: true, tookMs: 1 };
      return Promise.resolve({ outcome: 'answered', ...response });
    },
    clock: { now: () => 0 },
    isCutOff: () => false,
  };
  const found = lengths.map((bytes, n) => ({ delivery: deliveryOf(n, bytes), endpoint }));
  const results = await attemptBatch(options, found);
  expect([...results.keys()]).toHaveLength(lengths.length);
  return bodies;
};

test('a body has at most 256 KiB and maxEvents events, and all bodies together have each event once, in order (D320)', async () => {
  const lengths = fc.array(fc.oneof(fc.nat(2_000), fc.nat(60_000)), { maxLength: 150 });
  await fc.assert(
    fc.asyncProperty(lengths, async (given) => {
      const bodies = await bodiesOf(given);
      const events = bodies.map(
        (body) => (JSON.parse(body.toString()) as { events: { id: number }[] }).events,
      );
      expect(events.flat().map(({ id }) => id)).toEqual(given.map((_, n) => n));
      for (const body of bodies) expect(body.length).toBeLessThanOrEqual(262_144);
      for (const of of events) expect(of.length).toBeLessThanOrEqual(100);
    }),
    { numRuns: 30 },
  );
});

test('a single event that is larger goes alone', async () => {
  expect(await bodiesOf([10, 300_000, 10])).toHaveLength(3);
});
