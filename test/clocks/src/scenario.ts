import { setTimeout as pause } from 'node:timers/promises';
import { runDatabaseScenario } from './database-scenario.ts';
import type { Ground } from './ground.ts';
import { measuring, metricFaults } from './leads.ts';
import type { Receiver } from './receiver.ts';
import { redeemInTime, redeemTooLate } from './redeems.ts';
import { wrongClock } from './wrong-clock.ts';

/** A process with a wrong clock, and its error. */
export interface Scenario {
  readonly who: 'ingress' | 'burn-engine' | 'webhook-dispatcher' | 'broker-3' | 'postgres';
  readonly offMs: number;
}

const wholes = ['broker-3', 'ingress', 'burn-engine', 'webhook-dispatcher'] as const;

/** Each clock off by five minutes and by three seconds, in both directions; the database's by a day. */
export const scenarios: readonly Scenario[] = [
  ...wholes.flatMap((who) => [300_000, -300_000, 3_000, -3_000].map((offMs) => ({ who, offMs }))),
  ...[86_400_000, -86_400_000].map((offMs) => ({ who: 'postgres' as const, offMs })),
];

export const nameOf = ({ who, offMs }: Scenario): string =>
  `${who} ${offMs < 0 ? '-' : '+'}${Math.abs(offMs / 1_000).toString()} s`;

/** Sets one clock wrong, tests everything that depends on time, and sets it right. Returns the broken promises. */
export const runScenario = async (ground: Ground, scenario: Scenario): Promise<readonly string[]> => {
  if (scenario.who === 'postgres') return runDatabaseScenario(ground, scenario.offMs);
  await setClock(ground, scenario, scenario.offMs);
  const { services, receiver, shop } = ground;
  receiver.take();
  const { executed, faults } = await redeemInTime(services, shop);
  const late = await redeemTooLate(services, shop);
  const found = [
    ...faults,
    ...late,
    ...(await webhookFaults(receiver, executed)),
    ...(await metricFaults(services, scenario.who, scenario.offMs)),
  ];
  await setClock(ground, scenario, 0);
  return found;
};

const setClock = async ({ library, stack, services }: Ground, { who }: Scenario, offMs: number) => {
  const env = wrongClock(library, offMs);
  if (who === 'postgres') return;
  if (who !== 'broker-3') return services.start(who, env);
  await stack.cluster.stop(3);
  await stack.cluster.start(3, env);
  // The measurements are from before; while the processes restart, the broker regains its partitions.
  for (const name of measuring) await services.start(name);
};

const webhookPatienceMs = 30_000;

const webhookFaults = async (receiver: Receiver, executed: readonly string[]): Promise<readonly string[]> => {
  const missing = new Set(executed);
  const refused: string[] = [];
  let offSecondsMax = 0;
  const untilMs = performance.now() + webhookPatienceMs;
  while (missing.size > 0 && performance.now() < untilMs) {
    const got = receiver.take();
    for (const ref of got.redeemed) missing.delete(ref);
    refused.push(...got.refused);
    offSecondsMax = Math.max(offSecondsMax, got.offSecondsMax);
    await pause(100);
  }
  return [
    ...(missing.size > 0 ? [`${missing.size.toString()} redeems were not delivered`] : []),
    ...(refused.length > 0
      ? [`${refused.length.toString()} deliveries are not as promised: ${refused[0] ?? ''}`]
      : []),
    // Timestamps are whole seconds, and a delivery is signed when its turn comes.
    ...(offSecondsMax > 3 ? [`signed ${offSecondsMax.toFixed(1)} s off`] : []),
  ];
};
