import { createTestClock } from '../../testing/test-clock.ts';
import type { ReadToken, TokenReading } from './bearer-token.ts';
import { rememberTokens } from './remember-tokens.ts';

const nowMs = 1_000_000;

const readingUntil = (expiresAtMs: number): TokenReading => ({
  ok: true,
  claims: { subject: 's', tenantId: 't', mode: 'live', permissions: new Set(), expiresAtMs },
});

/** Reads every token the same, and lists what it was asked. */
const createReader = (reading: TokenReading): { readonly read: ReadToken; readonly asked: string[] } => {
  const asked: string[] = [];
  const read: ReadToken = (token) => {
    asked.push(token);
    return Promise.resolve(reading);
  };
  return { read, asked };
};

describe('a token that was read', () => {
  it('is not checked again for 10 s', async () => {
    const clock = createTestClock(nowMs);
    const { read, asked } = createReader(readingUntil(nowMs + 60_000));
    const remembered = rememberTokens(read, clock);
    const first = await remembered('a');
    clock.advance(9_999);
    expect(await remembered('a')).toEqual(first);
    expect(asked).toEqual(['a']);
    clock.advance(1);
    await remembered('a');
    expect(asked).toEqual(['a', 'a']);
  });

  it('is checked again once it has expired', async () => {
    const clock = createTestClock(nowMs);
    const { read, asked } = createReader(readingUntil(nowMs + 3_000));
    const remembered = rememberTokens(read, clock);
    await remembered('a');
    clock.advance(3_000);
    await remembered('a');
    expect(asked).toEqual(['a', 'a']);
  });

  it('is checked every time while it is refused', async () => {
    const { read, asked } = createReader({ ok: false, detail: 'no' });
    const remembered = rememberTokens(read, createTestClock(nowMs));
    await remembered('a');
    await remembered('a');
    expect(asked).toEqual(['a', 'a']);
  });

  it('is one of at most 10,000 that are remembered', async () => {
    const { read, asked } = createReader(readingUntil(nowMs + 60_000));
    const remembered = rememberTokens(read, createTestClock(nowMs));
    for (let n = 0; n <= 10_000; n += 1) await remembered(n.toString());
    await remembered('10000');
    await remembered('0');
    expect(asked.slice(10_000)).toEqual(['10000', '0']);
  });
});
