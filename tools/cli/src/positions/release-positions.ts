import { releasePosition } from '@loyalty/storage';
import type { CommandOutcome, CommandContext } from '../session.ts';
import type { Desk } from './at-desk.ts';
import type { Movable, RefusedTarget, Resolved } from './resolve-targets.ts';

/** Releases one position; throws the reason when it cannot be released. */
export const releaseOne = async (
  task: CommandContext,
  desk: Desk,
  resolved: Resolved,
): Promise<CommandOutcome> => {
  const [refused] = resolved.refused;
  if (refused !== undefined) throw refused.refusal;
  const [document] = await release(task, desk, resolved.movable);
  return { document };
};

/** Releases the positions that can be released, in one transaction, and reports the others. */
export const releaseAll = async (
  task: CommandContext,
  desk: Desk,
  { movable, refused }: Resolved,
): Promise<CommandOutcome> => {
  const released = await release(task, desk, movable);
  for (const { position, refusal } of refused)
    task.note(
      `${position.consumerGroup} ${position.topic}/${position.partition.toString()}: ${refusal.message}`,
    );
  return { document: { released, refused: refused.map(refusedOf) }, isFailure: refused.length > 0 };
};

const release = async (task: CommandContext, { db, clusterId }: Desk, movable: readonly Movable[]) => {
  const released = movable.map(({ position: { consumerGroup, topic, partition }, nextOffset }) => ({
    consumerGroup,
    topic,
    partition,
    nextOffset,
    state: 'RUNNING' as const,
  }));
  await db.transaction(async (tx) => {
    for (const position of released) await releasePosition(tx, clusterId, position);
  });
  for (const { consumerGroup, topic, partition, nextOffset } of released)
    task.say(
      `${consumerGroup} reads ${topic}/${partition.toString()} on from ${nextOffset.toString()} within 5 seconds.`,
    );
  return released;
};

const refusedOf = ({ position: { consumerGroup, topic, partition }, refusal }: RefusedTarget) => ({
  consumerGroup,
  topic,
  partition,
  reason: refusal.message,
});
