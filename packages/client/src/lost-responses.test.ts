import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type Attempt, createLoyalty, isProblem, type LoyaltySettings } from './index.ts';
import {
  campaign,
  clientWith,
  closeServers,
  failureOf,
  instead,
  pass,
  receipt,
  tenantId,
} from './testing/client-before-model.ts';
import { type Fate, problemReply, type Reply } from './testing/model-api.ts';

afterEach(closeServers);

const closedPort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

/** An adjustment that has no `ref`, which nothing makes safe to repeat. */
const unreferenced = { memberId: 'member-1', body: { points: 5, reason: 'gift' } };

describe('a connection that is cut after the request was sent', () => {
  it('the same bytes are sent again for a receipt, and the award counts once', async () => {
    const { loyalty, model, server, attempts } = await clientWith([
      { kind: 'cutAfter' },
      { kind: 'cutInside' },
    ]);
    const {
      data,
      isReplayed,
      attempts: made,
    } = await loyalty.withResponse.evaluateTransaction(receipt('r-1'));
    expect([data.pointsAwarded, isReplayed, made, model.effects.get('r-1')]).toEqual([150, true, 3, 1]);
    expect(new Set(server.asked.map(({ body }) => body)).size).toBe(1);
    expect(attempts.map(({ attempt, status }) => [attempt, status])).toEqual([
      [1, null],
      [2, 200],
      [3, 200],
    ]);
    expect(attempts.map(({ waitMs }) => waitMs !== null)).toEqual([true, true, false]);
  });

  it('at most four attempts are made', async () => {
    const { loyalty, server } = await clientWith(Array.from({ length: 9 }, () => ({ kind: 'cutBefore' })));
    const error = await failureOf(loyalty.evaluateTransaction(receipt('r-1')));
    expect(error).toMatchObject({
      name: 'LoyaltyUnreachable',
      status: null,
      attempts: 4,
      isOutcomeUnknown: true,
    });
    expect(server.asked).toHaveLength(4);
  });

  it('a create is sent again with its key, and done once', async () => {
    const { loyalty, server, model } = await clientWith([{ kind: 'cutAfter' }, { kind: 'cutBefore' }]);
    await loyalty.createCampaign(campaign);
    expect(model.effects.get('Autumn')).toBe(1);
    expect(server.asked).toHaveLength(3);
    const keys = server.asked.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(keys).size).toBe(1);
  });

  it('a create has a key of its own, or the one that is given', async () => {
    const { loyalty, server, model } = await clientWith([]);
    await loyalty.createCampaign(campaign);
    await loyalty.createCampaign(campaign);
    expect(model.effects.get('Autumn')).toBe(2);
    await loyalty.createCampaign(campaign, { idempotencyKey: 'kept-1' });
    await loyalty.createCampaign(campaign, { idempotencyKey: 'kept-1' });
    expect(model.effects.get('Autumn')).toBe(3);
    await loyalty.evaluateTransaction(receipt('r-1'));
    expect(server.asked.map(({ headers }) => headers['idempotency-key']).slice(2)).toEqual([
      'kept-1',
      'kept-1',
      undefined,
    ]);
  });

  it('what has neither a reference nor a key is not sent again, and its outcome is unknown', async () => {
    const { loyalty, server } = await clientWith([{ kind: 'cutAfter' }]);
    const error = await failureOf(loyalty.adjustPoints(unreferenced));
    expect(error).toMatchObject({ name: 'LoyaltyUnreachable', attempts: 1, isOutcomeUnknown: true });
    expect(error.message).toMatch(/^adjustPoints: no response: /);
    expect(server.asked).toHaveLength(1);
  });

  it.each(['a closed port', 'an unknown host'])(
    'a create that could not even be sent to %s is sent again, and was surely not done',
    async (what) => {
      const host =
        what === 'a closed port' ? `127.0.0.1:${(await closedPort()).toString()}` : 'no-such-host.invalid';
      const baseUrl = `http://${host}/v1`;
      const attempts: Attempt[] = [];
      const loyalty = createLoyalty({
        baseUrl,
        tenantId: 'tenant-1',
        apiKey: 'sk_test_key',
        onAttempt: (attempt) => attempts.push(attempt),
        attemptsMax: 3,
      });
      const error = await failureOf(loyalty.createCampaign(campaign));
      expect(error).toMatchObject({ name: 'LoyaltyUnreachable', attempts: 3, isOutcomeUnknown: false });
      expect(attempts.map(({ waitMs }) => waitMs !== null)).toEqual([true, true, false]);
    },
  );

  it('an adjustment is sent again only with its reference', async () => {
    const args = (ref?: string) => ({
      memberId: 'member-1',
      body: { points: 5, reason: 'gift', ...(ref && { ref }) },
    });
    const { loyalty, server } = await clientWith([{ kind: 'cutAfter' }, pass, { kind: 'cutAfter' }]);
    await loyalty.adjustPoints(args('case-1'));
    expect(server.asked).toHaveLength(2);
    expect(await failureOf(loyalty.adjustPoints(args()))).toMatchObject({
      attempts: 1,
      isOutcomeUnknown: true,
    });
  });

  it('a bulk call is sent again if each of its items has a reference', async () => {
    const items = (...refs: readonly (string | undefined)[]) => ({
      body: {
        items: refs.map((transactionRef) => ({ ...receipt('').body, transactionRef: transactionRef ?? '' })),
      },
    });
    const { loyalty, server } = await clientWith([{ kind: 'cutAfter' }, pass, { kind: 'cutAfter' }]);
    await loyalty.bulkEvaluateTransactions(items('r-1', 'r-2'));
    expect(server.asked).toHaveLength(2);
    expect((await failureOf(loyalty.bulkEvaluateTransactions(items('r-3', undefined)))).attempts).toBe(1);
  });

  it('a read leaves no outcome open', async () => {
    const { loyalty } = await clientWith([{ kind: 'cutAfter' }]);
    const error = await failureOf(loyalty.getMember({ memberId: 'member-1' }, { attemptsMax: 1 }));
    expect(error.isOutcomeUnknown).toBe(false);
  });

  it('a deletion that finds nothing afterwards is done; a first one that finds nothing is a problem', async () => {
    const { loyalty, model } = await clientWith([{ kind: 'cutAfter' }]);
    await expect(loyalty.deleteWebhook({ webhookId: 'w-1' })).resolves.toBeUndefined();
    expect(model.effects.get('w-1')).toBe(1);
    const error = await failureOf(loyalty.deleteWebhook({ webhookId: 'w-1' }));
    expect([isProblem(error, 'WEBHOOK_NOT_FOUND'), error.attempts]).toEqual([true, 1]);
  });

  it('a refusal after it leaves the outcome unknown', async () => {
    const refused = instead(
      problemReply(409, 'INVALID_STATE_TRANSITION', {}, { from: 'PAUSED', to: 'ACTIVE' }),
    );
    const { loyalty } = await clientWith([{ kind: 'cutAfter' }, refused]);
    const error = await failureOf(loyalty.activateCampaign({ campaignId: 'c-1' }));
    expect(error).toMatchObject({ code: 'INVALID_STATE_TRANSITION', attempts: 2, isOutcomeUnknown: true });
  });
});

describe('429', () => {
  const limited = (retryAfter: string): Fate =>
    instead(problemReply(429, 'RATE_LIMITED', { headers: { 'Retry-After': retryAfter } }));

  it.each(['0', new Date(Date.now() - 60_000).toUTCString()])(
    'is waited out for every operation: nothing was executed (Retry-After: %s)',
    async (retryAfter) => {
      const { loyalty, model, attempts } = await clientWith([limited(retryAfter)]);
      await loyalty.createCampaign(campaign);
      expect(model.effects.get('Autumn')).toBe(1);
      expect(attempts).toMatchObject([
        { operationId: 'createCampaign', attempt: 1, status: 429, waitMs: 0 },
        { attempt: 2, status: 201, waitMs: null },
      ]);
    },
  );

  it('asks for a wait, which is said; longer than the deadline, or than 30 s, it is the problem at once', async () => {
    const { loyalty, attempts } = await clientWith([limited('1'), pass, limited('12'), limited('31')]);
    await loyalty.createCampaign(campaign);
    expect(attempts.map(({ waitMs }) => waitMs)).toEqual([1_000, null]);
    const error = await failureOf(loyalty.createCampaign(campaign, { deadlineMs: 11_000 }));
    expect(error).toMatchObject({ status: 429, code: 'RATE_LIMITED', attempts: 1, isOutcomeUnknown: false });
    expect(await failureOf(loyalty.createCampaign(campaign))).toMatchObject({
      attempts: 1,
      retryAfterMs: 31_000,
    });
  });
});

describe('404 with Retry-After', () => {
  it('is the problem at once, with the wait: it is also the response to a reference that was never seen (D199)', async () => {
    const headers = { 'Retry-After': '1' };
    const absent = instead(problemReply(404, 'TRANSACTION_NOT_FOUND', { headers }));
    const { loyalty } = await clientWith([absent, absent, instead(problemReply(404, 'MEMBER_NOT_FOUND'))]);
    const asked = loyalty.getTransaction({ transactionRef: 'r-1' });
    expect(await failureOf(asked)).toMatchObject({ attempts: 1, retryAfterMs: 1_000 });
    const returned = { transactionRef: 'r-1', returnRef: 'back-1', whole: true } as const;
    const error = await failureOf(loyalty.returnPurchase({ body: returned }));
    expect(error).toMatchObject({ attempts: 1, retryAfterMs: 1_000, isOutcomeUnknown: false });
    const unfound = await failureOf(loyalty.getMember({ memberId: 'nobody' }));
    expect(unfound.retryAfterMs).toBeNull();
  });
});

describe('503 of an engine that gives no response', () => {
  const timedOut = instead(
    problemReply(503, 'PROCESSING_TIMEOUT', {}, { notAfter: '2026-03-01T08:00:00.000Z' }),
  );

  it('is repeated, and at the end it is the problem with its context', async () => {
    const { loyalty } = await clientWith([timedOut, timedOut, timedOut, timedOut]);
    const error = await failureOf(
      loyalty.redeemPoints({ body: { ...receipt('r-1').body, pointsRequested: 10 } }),
    );
    if (!isProblem(error, 'PROCESSING_TIMEOUT')) throw error;
    expect(error.context.notAfter).toBe('2026-03-01T08:00:00.000Z');
    expect(error).toMatchObject({ status: 503, attempts: 4, isOutcomeUnknown: true, requestId: 'request-1' });
  });

  it('is the problem at once for what has no reference', async () => {
    const { loyalty } = await clientWith([timedOut]);
    expect(await failureOf(loyalty.adjustPoints(unreferenced))).toMatchObject({
      attempts: 1,
      isOutcomeUnknown: true,
    });
  });

  it('500 is repeated for nothing, and leaves the outcome unknown', async () => {
    const { loyalty } = await clientWith([instead(problemReply(500, 'INTERNAL_ERROR'))]);
    const error = await failureOf(loyalty.evaluateTransaction(receipt('r-1')));
    expect(error).toMatchObject({ code: 'INTERNAL_ERROR', attempts: 1, isOutcomeUnknown: true });
  });
});

describe('a response that is not from the API', () => {
  const html = `<html>${'x'.repeat(1_000)}`;

  it.each<[what: string, reply: Reply, status: number, excerpt: string]>([
    ["a proxy's page", { status: 502, body: html }, 502, html.slice(0, 200)],
    ['a sign-in page', { status: 200, body: html }, 200, html.slice(0, 200)],
    ['a list', { status: 200, body: [] }, 200, '[]'],
    ['a refusal of a firewall', { status: 403, body: html }, 403, html.slice(0, 200)],
    ['no text', { status: 200, headers: { 'Content-Type': 'application/json' }, body: '' }, 200, ''],
  ])('%s: status and the first 200 bytes', async (_what, reply, status, excerpt) => {
    const { loyalty } = await clientWith(Array.from({ length: 4 }, () => instead(reply)));
    const error = await failureOf(loyalty.adjustPoints(unreferenced));
    expect(error).toMatchObject({ name: 'LoyaltyUnreachable', status, excerpt, attempts: 1 });
    expect(error.isOutcomeUnknown).toBe(status !== 403);
  });

  it('a body that is cut in the middle has its status and its beginning', async () => {
    const { loyalty } = await clientWith([{ kind: 'cutInside' }]);
    const error = await failureOf(loyalty.adjustPoints(unreferenced));
    expect(error).toMatchObject({ status: 201, excerpt: expect.stringMatching(/^\{"id":"made/) as string });
    expect(error.message).toMatch(/the response broke off/);
  });

  it('of more than 8 MiB is refused, unread where its length is said', async () => {
    const large = 'x'.repeat(8 * 1024 * 1024 + 1);
    const chunked = { 'Transfer-Encoding': 'chunked' };
    let sent = 0;
    const { loyalty, server } = await clientWith([instead({ status: 200, body: large })]);
    expect(await failureOf(loyalty.getMember({ memberId: 'm' }))).toMatchObject({
      attempts: 1,
      excerpt: '',
      status: 200,
    });
    const endless: LoyaltySettings['fetch'] = () =>
      Promise.resolve(
        new Response(
          new ReadableStream({
            pull: (controller) => {
              sent += 1;
              controller.enqueue(new Uint8Array(1024 * 1024).fill(120));
            },
          }),
          { headers: chunked },
        ),
      );
    const other = createLoyalty({ baseUrl: server.url, tenantId, apiKey: 'k', fetch: endless });
    const error = await failureOf(other.getMember({ memberId: 'm' }));
    expect(error).toMatchObject({ excerpt: 'x'.repeat(200), status: 200 });
    expect(sent).toBeLessThan(12);
  });

  it('a page without its list is none', async () => {
    const { loyalty } = await clientWith(
      Array.from({ length: 4 }, () => instead({ status: 200, body: { nextCursor: null } })),
    );
    expect((await failureOf(loyalty.listMembers({}, { attemptsMax: 2 }))).attempts).toBe(2);
  });

  it('a page instead of 204 is no deletion', async () => {
    const { loyalty } = await clientWith([instead({ status: 200, body: html })]);
    const error = await failureOf(loyalty.deleteWebhook({ webhookId: 'w-1' }, { attemptsMax: 1 }));
    expect(error).toMatchObject({ status: 200, isOutcomeUnknown: true });
  });

  it('a redirect is refused: the key travels to no other host', async () => {
    const elsewhere = await clientWith([]);
    const to = `${elsewhere.server.url}/tenants/${tenantId}/members/member-1`;
    for (const status of [301, 302, 307, 308]) {
      const { loyalty, server } = await clientWith([instead({ status, headers: { Location: to } })]);
      const error = await failureOf(loyalty.getMember({ memberId: 'member-1' }));
      expect([error.status, error.attempts, server.asked.length]).toEqual([status, 1, 1]);
      expect(error.message).toContain(`redirected to ${to}`);
    }
    expect(elsewhere.server.asked).toEqual([]);
  });
});

it('a problem with a code that this version does not know is a problem', async () => {
  const { loyalty } = await clientWith([instead(problemReply(418, 'TEAPOT', {}, { leaves: 3 }))]);
  const error = await failureOf(loyalty.getMember({ memberId: 'm' }));
  expect(isProblem(error) && [error.code, error.context['leaves'], error.status]).toEqual(['TEAPOT', 3, 418]);
  expect([
    isProblem(error, 'MEMBER_SUSPENDED'),
    isProblem(error, 'TEAPOT'),
    isProblem(new Error('TEAPOT')),
  ]).toEqual([false, true, false]);
  expect(error.message).toBe('getMember: TEAPOT: It is TEAPOT.');
});
