import { type Kafka, offsetsSince } from '@loyalty/messaging';
import { Option, type Command } from 'commander';
import { parseInstant } from '../arguments.ts';
import { UsageFault } from '../usage-fault.ts';
import { parseTarget, type MoveTarget } from './find-position.ts';

/** The target of a move: a place of each log, or its first record that is not older than an instant. */
export type Aim = { readonly to: MoveTarget } | { readonly toTimeMs: number };

export interface AimFlags {
  readonly to?: MoveTarget;
  readonly toTime?: number;
}

/** `--to` and `--to-time`, of which one must be given. */
export const withAim = (command: Command): Command =>
  command
    .option('--to <where>', 'an offset, start or end', parseTarget)
    .addOption(
      new Option('--to-time <time>', 'the first record that is not older; the end where there is none')
        .argParser(parseInstant)
        .conflicts('to'),
    );

export const aimOf = ({ to, toTime }: AimFlags): Aim => {
  if (to !== undefined) return { to };
  if (toTime !== undefined) return { toTimeMs: toTime };
  throw new UsageFault('Say where to: --to with an offset, start or end, or --to-time.');
};

interface Place {
  readonly topic: string;
  readonly partition: number;
}

/** Returns the target on each partition of these topics. */
export const readTargets = async (
  kafka: Kafka,
  topics: readonly string[],
  aim: Aim,
): Promise<(place: Place) => MoveTarget> => {
  if ('to' in aim) return () => aim.to;
  const offsets = new Map<string, Map<number, number>>();
  for (const topic of new Set(topics)) offsets.set(topic, await offsetsSince(kafka, topic, aim.toTimeMs));
  return ({ topic, partition }) => offsets.get(topic)?.get(partition) ?? 'end';
};
