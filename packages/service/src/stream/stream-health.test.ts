import { createStreamHealth, type StreamHealthOptions } from './stream-health.ts';

const ok = { name: 'x', ok: true } as const;

const healthOf = (over: Partial<StreamHealthOptions> = {}) =>
  createStreamHealth({
    phase: { check: () => ({ name: 'start', ok: true }), live: () => ({ name: 'event-loop', ok: true }) },
    runtime: runtimeOf({}),
    clocks: { check: () => ok },
    history: { isOpen: true },
    clock: { ageMs: () => 2_000 },
    ...over,
  });

function runtimeOf({
  isReady = true,
  isReadByOthers = false,
  stuckForMs = 0,
}): StreamHealthOptions['runtime'] {
  return { isReady: () => isReady, isReadByOthers: () => isReadByOthers, stuckForMs: () => stuckForMs };
}

const stuckFor = (stuckForMs: number) => runtimeOf({ stuckForMs });

describe('a service that consumes streams is live', () => {
  test.each<[string, boolean, Partial<StreamHealthOptions>]>([
    ['while it makes progress', true, {}],
    ['until no attempt has ended for 30 s', true, { runtime: stuckFor(29_999) }],
    ['no more when none has ended for 30 s', false, { runtime: stuckFor(30_000) }],
    [
      'while the database is unavailable',
      true,
      { runtime: stuckFor(90_000), clock: { ageMs: () => 11_000 } },
    ],
    [
      'while the database was never there',
      true,
      { runtime: stuckFor(90_000), clock: { ageMs: () => Infinity } },
    ],
    [
      'no more when its event loop was blocked',
      false,
      {
        phase: {
          check: () => ({ name: 'start', ok: true }),
          live: () => ({ name: 'event-loop', ok: false }),
        },
      },
    ],
  ])('%s', (_, isLive, over) => {
    expect(healthOf(over).live().ok).toBe(isLive);
  });
});

describe('it is ready', () => {
  const off = { name: 'clock', ok: false };
  test.each<[string, boolean, Partial<StreamHealthOptions>]>([
    ['once it has started, has its positions, and its clock is right', true, {}],
    ['not before all parts have started', false, { phase: notStarted() }],
    ['not while a partition has no position', false, { runtime: runtimeOf({ isReady: false }) }],
    [
      'not while others read its partitions, because the database does not respond to it',
      false,
      { runtime: runtimeOf({ isReadByOthers: true }) },
    ],
    ['not while its clock is wrong', false, { clocks: { check: () => off } }],
    ['while an epoch is being opened, which concerns all processes', true, { history: { isOpen: false } }],
  ])('%s', (_, isReady, over) => {
    expect(healthOf(over).ready().ready).toBe(isReady);
  });

  it('shows what all wait for', () => {
    const { checks } = healthOf({ history: { isOpen: false } }).ready();
    expect(checks.find(({ name }) => name === 'history')).toMatchObject({ ok: false });
  });
});

function notStarted(): StreamHealthOptions['phase'] {
  return {
    check: () => ({ name: 'start', ok: false, detail: 'waiting for Kafka' }),
    live: () => ({ name: 'event-loop', ok: true }),
  };
}
