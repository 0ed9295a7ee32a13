import { prefersAsync } from './prefers-async.ts';

describe('the Prefer header (RFC 7240)', () => {
  it.each([
    'respond-async',
    'Respond-Async',
    'respond-async, wait=10',
    'return=minimal , respond-async; foo="x"',
    ['return=minimal', 'respond-async'],
  ])('%j asks not to wait', (prefer) => {
    expect(prefersAsync(prefer)).toBe(true);
  });

  it.each([undefined, '', 'wait=10', 'respond-asynchronously', 'handling=strict; respond-async'])(
    '%j does not',
    (prefer) => {
      expect(prefersAsync(prefer)).toBe(false);
    },
  );
});
