import { setTimeout as pause } from 'node:timers/promises';
import type { FaultOptions } from '../options.ts';
import { say } from '../say.ts';
import { shuffled } from '../draws.ts';
import { faults, untilWhole, type FaultContext } from './faults.ts';

/** For how long each fault kept somebody waiting, by its name. */
export type Unavailability = ReadonlyMap<string, readonly number[]>;

const pauseMsMax = 3_000;

/** Strikes with every fault as often as asked, in an order and at moments that the seed gives. */
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
