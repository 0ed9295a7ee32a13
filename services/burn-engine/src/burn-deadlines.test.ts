import { fingerprintOf, headers as names } from '@loyalty/contracts';
import { testAtMs, testBytes } from '@loyalty/testkit';
import { environmentId, lotIn, redeem, replyIn, run } from './testing/run-burn-batch.ts';

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
      answer: Buffer.from('{"was":1}'),
    };
    const { effects, tx } = await run([redeem('a')], {
      headers,
      aheadMs: 9_999,
      answers: { 'answers-read': () => [stored] },
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
