import { createIngressHealth, type IngressHealthOptions } from './ingress-health.ts';

const listening = { port: 8_080, isStopping: false };
const states = (ok: boolean) => ['database', 'broker', 'cache'].map((name) => ({ name, ok }));

const healthOf = (over: Partial<IngressHealthOptions> = {}) =>
  createIngressHealth({
    phase: { check: () => ({ name: 'start', ok: true }), live: () => ({ name: 'event-loop', ok: true }) },
    watch: { states: () => states(true) },
    engines: { isReady: () => true },
    clocks: { check: () => ({ name: 'clock', ok: true }) },
    role: 'all',
    server: () => listening,
    ...over,
  });

describe('the ingress is ready', () => {
  test.each<[string, boolean, Partial<IngressHealthOptions>]>([
    ['once it listens and reads its replies', true, {}],
    [
      'while database, broker and cache are unavailable, as for all others',
      true,
      { watch: { states: () => states(false) } },
    ],
    ['not while its own partition of replies is not read', false, { engines: { isReady: () => false } }],
    [
      'without replies, when it serves management',
      true,
      { role: 'management', engines: { isReady: () => false } },
    ],
    ['not before it listens', false, { server: () => ({ ...listening, port: 0 }) }],
    ['not once it stops', false, { server: () => ({ ...listening, isStopping: true }) }],
    ['not while its clock is wrong', false, { clocks: { check: () => ({ name: 'clock', ok: false }) } }],
    [
      'not before all parts have started',
      false,
      {
        phase: {
          check: () => ({ name: 'start', ok: false }),
          live: () => ({ name: 'event-loop', ok: true }),
        },
      },
    ],
  ])('%s', (_, isReady, over) => {
    expect(healthOf(over).ready().ready).toBe(isReady);
  });

  it('shows what is unavailable', () => {
    const { checks } = healthOf({ watch: { states: () => states(false) } }).ready();
    expect(checks.filter(({ ok }) => !ok).map(({ name }) => name)).toEqual(['database', 'broker', 'cache']);
  });
});
