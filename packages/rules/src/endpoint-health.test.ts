import { healthAfter, type EndpointHealth } from './endpoint-health.ts';

describe('the health of an endpoint (D69)', () => {
  const well: EndpointHealth = { consecutiveFailures: 0, disabledFor: null };
  const after = (...ends: readonly ('taken' | 'failed' | 'gone')[]): EndpointHealth =>
    ends.reduce(healthAfter, well);

  it('ends with the fifth terminal failure in a row', () => {
    expect(after('failed', 'failed', 'failed', 'failed')).toEqual({
      consecutiveFailures: 4,
      disabledFor: null,
    });
    expect(after('failed', 'failed', 'failed', 'failed', 'failed')).toEqual({
      consecutiveFailures: 5,
      disabledFor: 'CONSECUTIVE_FAILURES',
    });
  });

  it('begins anew with each delivery that is taken', () => {
    expect(after('failed', 'failed', 'failed', 'failed', 'taken', 'failed')).toEqual({
      consecutiveFailures: 1,
      disabledFor: null,
    });
  });

  it('ends at once where the receiver is gone, and what comes after changes nothing', () => {
    const gone = { consecutiveFailures: 1, disabledFor: 'GONE' };
    expect(after('gone')).toEqual(gone);
    expect(after('gone', 'failed', 'taken')).toEqual(gone);
  });
});
