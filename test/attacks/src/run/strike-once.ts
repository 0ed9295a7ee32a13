import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { monotonicMs } from '../../../load/src/monotonic-ms.ts';
import type { PreparedAttack } from '../attack.ts';
import type { Limits } from '../attacker/limits.ts';
import { Caller } from '../attacker/caller.ts';
import type { Ground } from '../attacker/ground.ts';
import { countLost } from '../attacker/count-lost.ts';
import { Tally } from '../attacker/tally.ts';
import type { Victim } from '../victim/victim.ts';
import type { BlowFigures } from './figures.ts';

/** One attack on one victim. */
export interface Scene {
  readonly ground: Ground;
  readonly prepared: PreparedAttack;
  readonly victim: Victim;
  readonly limits: Limits;
  readonly seconds: number;
}

const beforeMs = 3_000;
/** «Ten seconds after the attack all is as before»: measured from then on. */
const restMs = 10_000;
const afterMs = 3_000;
/** A request of the attacker takes 35 s at most; an attack that does not end by then is broken itself. */
const endPatienceMs = 40_000;

/** Strikes once, while the victim is measured. Resolves when the victim has been measured afterwards too. */
export const strikeOnce = async (scene: Scene): Promise<BlowFigures> => {
  const { ground, victim } = scene;
  const tally = new Tally();
  const beganMs = monotonicMs();
  const failure = await strike(scene, tally);
  const endedMs = monotonicMs();
  const [machineLoad = 0] = loadavg();
  const during = victim.report(beganMs, endedMs);
  await pause(restMs + afterMs);
  return {
    seconds: (endedMs - beganMs) / 1_000,
    machineLoad,
    before: await victim.report(beganMs - beforeMs, beganMs),
    during: await during,
    after: await victim.report(endedMs + restMs, endedMs + restMs + afterMs),
    statuses: Object.fromEntries(tally.statuses),
    acknowledged: tally.acknowledged.size,
    lost: await countLost(ground, [...tally.acknowledged]),
    failure,
  };
};

/** Returns why the attack could not be carried out, or null. */
const strike = async ({ ground, prepared, limits, seconds }: Scene, tally: Tally): Promise<string | null> => {
  const { pool, tenantId, keys } = ground;
  const callerOf = (mode: 'live' | 'test'): Caller =>
    new Caller(pool, { tenantId, key: keys[limits][mode] }, tally);
  const over = new AbortController();
  const timer = setTimeout(() => {
    over.abort();
  }, seconds * 1_000);
  const blow = { ground, limits, live: callerOf('live'), test: callerOf('test'), signal: over.signal };
  const striking = prepared.strike(blow).then(
    () => null,
    (failure: unknown) => String(failure),
  );
  const tooLong = pause(seconds * 1_000 + endPatienceMs, 'it does not end', { ref: false });
  return Promise.race([striking, tooLong]).finally(() => {
    clearTimeout(timer);
    over.abort();
  });
};
