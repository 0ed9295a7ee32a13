import { setTimeout as pause } from 'node:timers/promises';
import type { FaultOptions } from '../options.ts';
import { say } from '../say.ts';
import { shuffled } from '../draws.ts';
import type { FaultContext } from './fault-context.ts';
import { faults, untilWhole } from './faults.ts';

/** The outages that each fault caused, in milliseconds, by the name of the fault. */
export type Unavailability = ReadonlyMap<string, readonly number[]>;

const pauseMsMax = 3_000;

/** Injects every fault as often as the options say; the seed decides order and moments. */
export const strikeAll = async (
  { strikes }: FaultOptions,
  context: FaultContext,
): Promise<Unavailability> => {
  const planned = strikes.flatMap(([name, times]) => Array.from({ length: times }, () => name));
  const unavailable = new Map<string, number[]>();
  let struck = 0;
  for (const name of shuffled(context.random, planned)) {
    await untilWhole(context);
    await pause(context.random() * pauseMsMax);
    context.violations.lastFault = name;
    const ms = await faults[name](context);
    unavailable.set(name, [...(unavailable.get(name) ?? []), ms]);
    struck += 1;
    say(
      `  ${struck.toString().padStart(2)}/${planned.length.toString()} ${name}: ${(ms / 1_000).toFixed(1)} s`,
    );
  }
  await untilWhole(context);
  return unavailable;
};
