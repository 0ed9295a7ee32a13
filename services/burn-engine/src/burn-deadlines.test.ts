import { fingerprintOf, headers as names } from '@loyalty/contracts';
import { testAtMs, testBytes } from '@loyalty/testkit';
import { environmentId, factIn, lotIn, redeem, replyIn, run, toldFactId } from './testing/run-burn-batch.ts';

describe('a deadline (D42)', () => {
  const headers = { [names.notAfter]: testAtMs.toString() };

  it('that has passed by the clock of the database: not executed, kept, and told', async () => {
    const { tx, effects } = await run([redeem('a')], { headers, aheadMs: 1 });
    const context = { executed: false, notAfter: new Date(testAtMs).toISOString() };
    expect(effects.replies.map(replyIn)).toMatchObject([{ code: 'PROCESSING_TIMEOUT', body: context }]);
    expect(effects.facts).toEqual([]);
    expect(tx.names).not.toContain('transactions-insert');
    const [, operations, refs, codes, contexts] = tx.valuesOf('failed-requests-insert');
    expect([operations, refs, codes]).toEqual([['redeem'], ['a'], ['PROCESSING_TIMEOUT']]);
    expect(JSON.parse((contexts as string[])[0] ?? '')).toEqual(context);
  });

  it('▲ is not judged by the clock of a broker: neither the record nor another one of the batch makes it late', async () => {
    const recordsAtMs = [0, 300_000];
    const { effects } = await run([redeem('a'), redeem('b')], { headers, recordsAtMs });
    expect(effects.replies.map(replyIn)).toMatchObject([{ code: null }, { code: null }]);
  });

  it.each([
    [30_000, null],
    [30_001, 'PROCESSING_TIMEOUT'],
  ])(
    '▲ that is %i ms away, where nobody waits longer than 30 s: the clock was set since',
    async (inMs, code) => {
      const away = { [names.notAfter]: (testAtMs + inMs).toString() };
      const { effects } = await run([redeem('a')], { headers: away });
      expect(effects.replies.map(replyIn)).toMatchObject([{ code }]);
    },
  );

  it('that passes while lots and budgets are waited for', async () => {
    const { effects } = await run([redeem('a')], { headers, takesMs: 1 });
    expect(effects.replies.map(replyIn)).toMatchObject([{ code: 'PROCESSING_TIMEOUT' }]);
  });

  it('▲ that has passed: no further lots are read, for those would take the longest', async () => {
    const firstLots = Array.from({ length: 16 }, (_, day) => lotIn(day + 1, 2));
    const late = await run([redeem('a')], { headers, firstLots, aheadMs: 1 });
    expect(late.tx.names).not.toContain('lots-all');
    expect((await run([redeem('a')], { headers, firstLots })).tx.names).toContain('lots-all');
  });

  it('that is now is met', async () => {
    const { effects } = await run([redeem('a')], { headers });
    expect(effects.replies.map(replyIn)).toMatchObject([{ code: null }]);
  });

  it('gives way to a stored answer, whatever the member may do by now', async () => {
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

test('▲ a redeem whose commit was lost is decided anew, however late: its caller was told that it is done', async () => {
  const late = { headers: { [names.notAfter]: testAtMs.toString() }, aheadMs: 60_000 };
  // Of the last one a second record was answered, when this one had been too late.
  const bodies = [redeem('told'), redeem('unknown'), redeem('asked twice')];
  const { plan, effects } = await run(bodies, { ...late, told: { told: 0, 'asked twice': 1 } });
  expect(plan.requests.transactions.map(({ ref }) => ref)).toEqual(['told']);
  const codes = effects.replies.map(replyIn).map(({ code }) => code);
  expect(codes).toEqual([null, 'PROCESSING_TIMEOUT', 'PROCESSING_TIMEOUT']);
});

describe('a late redeem whose commit may be lost, and of which Redis knows nothing', () => {
  const late = { headers: { [names.notAfter]: testAtMs.toString() }, aheadMs: 60_000, lostUntilInMs: 0 };
  const ghosts = (isKnown: boolean, ...ids: readonly string[]) => ({
    responses: { 'history-ghosts-published': () => [{ isKnown, ids }] },
  });

  test('▲ is decided anew when a fact tells of this very record; otherwise it is too late', async () => {
    const bodies = [redeem('told'), redeem('unknown'), redeem('asked twice')];
    const known = ghosts(true, toldFactId('told'), toldFactId('asked twice', 1));
    const { plan, effects, tx } = await run(bodies, { ...late, ...known });
    expect(plan.requests.transactions.map(({ ref }) => ref)).toEqual(['told']);
    const codes = effects.replies.map(replyIn).map(({ code }) => code);
    expect(codes).toEqual([null, 'PROCESSING_TIMEOUT', 'PROCESSING_TIMEOUT']);
    expect(tx.valuesOf('history-ghosts-published')).toEqual([
      bodies.map(({ transactionRef }) => toldFactId(transactionRef)),
    ]);
  });

  test('▲ waits while what was told is still being read, unless it is known already to be told', async () => {
    const bodies = [redeem('told'), redeem('unknown')];
    await expect(run(bodies, { ...late, ...ghosts(false, toldFactId('told')) })).rejects.toMatchObject({
      code: 'HISTORY_UNREAD',
      retry: true,
    });
    const { plan } = await run([redeem('told')], { ...late, ...ghosts(false, toldFactId('told')) });
    expect(plan.requests.transactions).toHaveLength(1);
  });

  test.each([
    ['a record behind the raise', { ...late, lostUntilInMs: -1 }],
    ['one that is in time', { ...late, aheadMs: 0 }],
    ['one that Redis tells of', { ...late, told: { a: 0 } }],
  ])('costs nothing: %s asks for no facts', async (_, given) => {
    const { tx } = await run([redeem('a')], given);
    expect(tx.names).not.toContain('history-ghosts-published');
  });
});

test('▲ a redeem that was told to be done, and is refused now, is kept as a difference with its points', async () => {
  const { tx, effects } = await run([redeem('poor')], {
    told: { poor: 0 },
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

describe('a redeem that was told to be done, and lacks its points', () => {
  const told = { told: { poor: 0 } };
  const unread = { responses: { 'positions-stored-until': () => [{ untilMs: testAtMs - 1 }] } };

  test.each([
    ['its member has too few', { account: { pointsBalance: 0 } }],
    ['its member is not there', { account: null }],
  ])('▲ waits for the receipts that were recorded before it: %s', async (_, given) => {
    const waiting = run([redeem('poor')], { ...told, ...unread, ...given });
    await expect(waiting).rejects.toMatchObject({ code: 'RECEIPTS_UNREAD', retry: true });
  });

  test.each([
    ['nobody was told of', { account: { pointsBalance: 0 } }],
    ['was told, and has them', told],
  ])('asks for no position where it %s', async (_, given) => {
    const { tx } = await run([redeem('poor')], { ...unread, ...given });
    expect(tx.names).not.toContain('positions-stored-until');
  });
});

test('▲ a redeem that takes other points than were told is a fact of its own, which corrects the former; any other keeps its id', async () => {
  const bodies = [redeem('other', { pointsRequested: 40 }), redeem('equal'), redeem('asked twice')];
  const { effects } = await run(bodies, { told: { other: 0, equal: 0, 'asked twice': 1 } });
  const [other, equal, again] = effects.facts.map(factIn);
  expect(other).toMatchObject({ data: { pointsRedeemed: 40, corrects: toldFactId('other') } });
  expect(other?.id).not.toBe(toldFactId('other'));
  expect([equal?.id, again?.id]).toEqual([toldFactId('equal'), toldFactId('asked twice')]);
  for (const kept of [equal, again]) expect(kept?.data).not.toHaveProperty('corrects');
});
