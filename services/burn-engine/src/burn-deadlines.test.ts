import { fingerprintOf, headers as names } from '@loyalty/contracts';
import { testAtMs, testBytes } from '@loyalty/testkit/engine';
import {
  environmentId,
  factIn,
  lotIn,
  redeem,
  replyIn,
  run,
  publishedFactId,
} from './testing/run-burn-batch.ts';

describe('a deadline (D42)', () => {
  const headers = { [names.notAfter]: testAtMs.toString() };

  it('that has passed by the database’s clock: the redeem is not executed, the refusal is kept and sent', async () => {
    const { tx, effects } = await run([redeem('a')], { headers, aheadMs: 1 });
    const context = { executed: false, notAfter: new Date(testAtMs).toISOString() };
    expect(effects.replies.map(replyIn)).toMatchObject([{ code: 'PROCESSING_TIMEOUT', body: context }]);
    expect(effects.facts).toEqual([]);
    expect(tx.names).not.toContain('transactions-insert');
    const [, operations, refs, codes, contexts] = tx.valuesOf('failed-requests-insert');
    expect([operations, refs, codes]).toEqual([['redeem'], ['a'], ['PROCESSING_TIMEOUT']]);
    expect(JSON.parse((contexts as string[])[0] ?? '')).toEqual(context);
  });

  it('▲ is not judged by a broker’s clock: no timestamp of a record makes it late', async () => {
    const recordsAtMs = [0, 300_000];
    const { effects } = await run([redeem('a'), redeem('b')], { headers, recordsAtMs });
    expect(effects.replies.map(replyIn)).toMatchObject([{ code: null }, { code: null }]);
  });

  it.each([
    [30_000, null],
    [30_001, 'PROCESSING_TIMEOUT'],
  ])(
    '▲ that is %i ms away, while callers wait at most 30 s: a clock was set meanwhile',
    async (inMs, code) => {
      const away = { [names.notAfter]: (testAtMs + inMs).toString() };
      const { effects } = await run([redeem('a')], { headers: away });
      expect(effects.replies.map(replyIn)).toMatchObject([{ code }]);
    },
  );

  it('that passes while the batch waits for lots and budgets', async () => {
    const { effects } = await run([redeem('a')], { headers, takesMs: 1 });
    expect(effects.replies.map(replyIn)).toMatchObject([{ code: 'PROCESSING_TIMEOUT' }]);
  });

  it('▲ that has passed: no further lots are read, because that would take longest', async () => {
    const firstLots = Array.from({ length: 16 }, (_, day) => lotIn(day + 1, 2));
    const late = await run([redeem('a')], { headers, firstLots, aheadMs: 1 });
    expect(late.tx.names).not.toContain('lots-all');
    expect((await run([redeem('a')], { headers, firstLots })).tx.names).toContain('lots-all');
  });

  it('that equals the present time is met', async () => {
    const { effects } = await run([redeem('a')], { headers });
    expect(effects.replies.map(replyIn)).toMatchObject([{ code: null }]);
  });

  it('does not apply to a reference with a stored response', async () => {
    const stored = {
      environmentId,
      operation: 'redeem',
      ref: 'a',
      fingerprint: fingerprintOf(testBytes),
      response: Buffer.from('{"was":1}'),
    };
    const { effects, tx } = await run([redeem('a')], {
      headers,
      aheadMs: 9_999,
      responses: { 'responses-read': () => [stored] },
    });
    expect(effects.replies.map(replyIn)).toEqual([{ code: null, replayed: true, body: { was: 1 } }]);
    expect(tx.names).not.toContain('failed-requests-insert');
  });
});

test('▲ a late redeem whose commit was lost is decided again, because its caller got the response', async () => {
  const late = { headers: { [names.notAfter]: testAtMs.toString() }, aheadMs: 60_000 };
  // For the last one a second record got the response, after this one had been too late.
  const bodies = [redeem('published'), redeem('unknown'), redeem('sent twice')];
  const { plan, effects } = await run(bodies, { ...late, published: { published: 0, 'sent twice': 1 } });
  expect(plan.requests.transactions.map(({ ref }) => ref)).toEqual(['published']);
  const codes = effects.replies.map(replyIn).map(({ code }) => code);
  expect(codes).toEqual([null, 'PROCESSING_TIMEOUT', 'PROCESSING_TIMEOUT']);
});

describe('a late redeem whose commit may be lost, and that Redis does not have', () => {
  const late = { headers: { [names.notAfter]: testAtMs.toString() }, aheadMs: 60_000, lostUntilInMs: 0 };
  const ghosts = (isKnown: boolean, ...ids: readonly string[]) => ({
    responses: { 'history-ghosts-published': () => [{ isKnown, ids }] },
  });

  test('▲ is decided again if a fact of this record was published; otherwise it is too late', async () => {
    const bodies = [redeem('published'), redeem('unknown'), redeem('sent twice')];
    const known = ghosts(true, publishedFactId('published'), publishedFactId('sent twice', 1));
    const { plan, effects, tx } = await run(bodies, { ...late, ...known });
    expect(plan.requests.transactions.map(({ ref }) => ref)).toEqual(['published']);
    const codes = effects.replies.map(replyIn).map(({ code }) => code);
    expect(codes).toEqual([null, 'PROCESSING_TIMEOUT', 'PROCESSING_TIMEOUT']);
    expect(tx.valuesOf('history-ghosts-published')).toEqual([
      bodies.map(({ transactionRef }) => publishedFactId(transactionRef)),
    ]);
  });

  test('▲ waits while published facts are still being read, unless its own was found', async () => {
    const bodies = [redeem('published'), redeem('unknown')];
    await expect(
      run(bodies, { ...late, ...ghosts(false, publishedFactId('published')) }),
    ).rejects.toMatchObject({
      code: 'HISTORY_UNREAD',
      retry: true,
    });
    const { plan } = await run([redeem('published')], {
      ...late,
      ...ghosts(false, publishedFactId('published')),
    });
    expect(plan.requests.transactions).toHaveLength(1);
  });

  test.each([
    ['a record after the epoch was raised', { ...late, lostUntilInMs: -1 }],
    ['one that is in time', { ...late, aheadMs: 0 }],
    ['one that Redis has', { ...late, published: { a: 0 } }],
  ])('costs nothing: %s reads no facts', async (_, given) => {
    const { tx } = await run([redeem('a')], given);
    expect(tx.names).not.toContain('history-ghosts-published');
  });
});

test('▲ a redeem that was published as processed, and is refused now, is stored as a difference with its points', async () => {
  const { tx, effects } = await run([redeem('poor')], {
    published: { poor: 0 },
    account: { pointsBalance: 0 },
    responses: { 'positions-stored-until': () => [{ untilMs: testAtMs }] },
  });
  const [, , operations, refs, , , stored, refusals, pointsPublished] = tx.valuesOf(
    'history-differences-insert',
  );
  expect([operations, refs, stored, refusals]).toEqual([
    ['redeem'],
    ['poor'],
    [null],
    ['INSUFFICIENT_POINTS'],
  ]);
  expect(pointsPublished).toEqual([-50]);
  expect(effects.facts).toEqual([]);
  const [, , , codes] = tx.valuesOf('failed-requests-insert');
  expect(codes).toEqual(['INSUFFICIENT_POINTS']);
});

describe('a redeem that was published as processed, and lacks its points', () => {
  const published = { published: { poor: 0 } };
  const unread = { responses: { 'positions-stored-until': () => [{ untilMs: testAtMs - 1 }] } };

  test.each([
    ['its member has too few', { account: { pointsBalance: 0 } }],
    ['its member is not there', { account: null }],
  ])('▲ waits for the receipts that were recorded before it: %s', async (_, given) => {
    const waiting = run([redeem('poor')], { ...published, ...unread, ...given });
    await expect(waiting).rejects.toMatchObject({ code: 'RECEIPTS_UNREAD', retry: true });
  });

  test.each([
    ['was not published', { account: { pointsBalance: 0 } }],
    ['was published, and has them', published],
  ])('reads no position if it %s', async (_, given) => {
    const { tx } = await run([redeem('poor')], { ...unread, ...given });
    expect(tx.names).not.toContain('positions-stored-until');
  });
});

test('▲ a redeem that takes points other than the published ones gets a new fact, which corrects the former; any other keeps its id', async () => {
  const bodies = [redeem('other', { pointsRequested: 40 }), redeem('equal'), redeem('sent twice')];
  const { effects } = await run(bodies, { published: { other: 0, equal: 0, 'sent twice': 1 } });
  const [other, equal, again] = effects.facts.map(factIn);
  expect(other).toMatchObject({ data: { pointsRedeemed: 40, corrects: publishedFactId('other') } });
  expect(other?.id).not.toBe(publishedFactId('other'));
  expect([equal?.id, again?.id]).toEqual([publishedFactId('equal'), publishedFactId('sent twice')]);
  for (const kept of [equal, again]) expect(kept?.data).not.toHaveProperty('corrects');
});
