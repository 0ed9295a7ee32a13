import { partitionKeyOf, positionKeyOf } from '@loyalty/kernel';
import type { TopicPartition } from '@loyalty/storage/positions';
import type { FaultsOptions } from '../faults-options.ts';
import { setPosition } from '../operator.ts';
import { toOneOf } from '../to-one-of.ts';
import { partitionsOf, type World } from '../world.ts';
import { changeConfiguration, versionOf } from './configurations.ts';
import type { LossName } from './loss-profile.ts';
import type { Losses } from './losses.ts';
import { repaired } from './repair.ts';

/** Causes one loss; returns its description. */
type Cause = () => string;

const briefMsMax = 400;
const awayMsMax = 8_000;
/** A log loses at most this many records at once. */
const recordsMax = 8;
const partitionsMax = 8;
/** A small version of the time that clients need to learn of new partitions. */
const metadataMsMax = 3_000;

/** Returns the causes of losses, by name. */
export const causesOfLosses = (
  options: FaultsOptions,
  losses: Losses,
): Readonly<Record<LossName, Cause>> => ({
  'set-back': () => setBack(options, losses),
  'log-cut': () => cutLog(options, losses),
  'log-begins-later': () => beginLater(options, losses),
  'partitions-added': () => addPartitions(options.world, losses),
});

/** The database continues from an earlier commit, after an outage. */
const setBack = ({ world, fleet, judge }: FaultsOptions, losses: Losses): string => {
  const { database, random, servers, turns } = world;
  const { profile, counts } = losses;
  const erased = erasedIn(world);
  const versions = versionsIn(world);
  const lost = database.setBack(random.between(1, profile.commitsMax));
  counts.setBacks += 1;
  counts.lostCommits += lost;
  judge.recheck();
  // As `loyaltyctl erasures reapply` does.
  const kept = erasedIn(world);
  for (const key of erased) if (!kept.has(key)) world.erasing.add(key);
  const fate = changeCache(world, losses);
  servers.database.isAway = true;
  const run = (): void => {
    servers.database.isAway = false;
    if (random.chance(0.5)) changeAgain(world, versions);
  };
  turns.atServer('database starts over', run, {
    afterMs: random.below(random.pick([briefMsMax, awayMsMax])),
  });
  if (random.chance(profile.killAllChance)) for (const process of fleet.living) process.crash();
  else if (random.chance(profile.killChance)) kill({ world, fleet, judge });
  return `behind ${lost.toString()} commits, Redis ${fate}`;
};

const erasedIn = ({ database }: World): ReadonlySet<string> =>
  new Set([...database.accounts.rows].filter(([, { state }]) => state === 'anonymized').map(([key]) => key));

const versionsIn = ({ database, configurations }: World): ReadonlyMap<number, number> =>
  new Map([...configurations.keys()].map((id) => [id, versionOf(database, id)]));

/** Repeats lost changes of configurations with other values, so the same version now has another percentage. */
const changeAgain = (world: World, before: ReadonlyMap<number, number>): void => {
  for (const [id, version] of before)
    while (versionOf(world.database, id) < version) changeConfiguration(world, id);
};

const kill = ({ world, fleet }: FaultsOptions): void => {
  toOneOf(
    world.random,
    () => fleet.steady,
  )((process) => {
    process.crash();
  })();
};

const changeCache = ({ cache, random }: World, { profile, cacheCopies }: Losses): string => {
  cacheCopies.push(cache.copy());
  const fate = random.pick(profile.cacheFates);
  if (fate === 'lost') cache.clear();
  if (fate === 'older') cache.replaceBy(cacheCopies.at(-3) ?? new Map());
  return fate;
};

interface Log extends TopicPartition {
  readonly consumerGroup: string;
  readonly start: number;
  readonly end: number;
}

const anyLog = ({ random, broker, lanes }: World): Log => {
  const { topic, consumerGroup } = random.pick(lanes);
  const partition = random.below(broker.partitionsOf(topic));
  const at = { topic, partition };
  return { ...at, consumerGroup, start: broker.startOf(at), end: broker.log(at).length };
};

/** Elects a leader that lacks the last records of a log. */
const cutLog = (options: FaultsOptions, { cut, cutTo, cutEmpty, counts }: Losses): string => {
  const { world, judge } = options;
  const { broker, random } = world;
  const log = anyLog(world);
  const lowest = Math.max(log.start, unprovenOf(world, log));
  const offset = log.end - random.below(Math.min(recordsMax, log.end - lowest) + 1);
  const key = partitionKeyOf(log);
  const { records } = broker.read(log, offset, Infinity);
  const isRecord = new Set(records.map((record) => record.offset));
  cut.set(key, [...(cut.get(key) ?? []), ...records]);
  cutTo.set(key, Math.min(offset, cutTo.get(key) ?? offset));
  for (let at = offset; at < log.end; at += 1) if (!isRecord.has(at)) cutEmpty.add(`${key}/${at.toString()}`);
  broker.cut(log, offset);
  counts.cuts += 1;
  judge.recheck();
  operatorUnparks(options);
  world.wakeConsumers();
  return `of ${key} to ${offset.toString()}`;
};

/**
 * Returns the offset before which a cut cannot be noticed. An operator has moved the position there, and the preceding
 * record is known again only after a read from there.
 */
const unprovenOf = ({ database }: World, { consumerGroup, ...at }: Log): number => {
  const position = database.positions.rows.get(positionKeyOf({ ...at, consumerGroup }));
  return position?.lastTimestamp === null ? Math.min(position.nextOffset, at.end) : 0;
};

/**
 * Deletes the start of a log, as retention or DeleteRecords do. Younger records written over a cut stay, so the
 * evidence of the cut stays too.
 */
const beginLater = (options: FaultsOptions, { cutTo, counts }: Losses): string => {
  const { world } = options;
  const { broker, random } = world;
  const log = anyLog(world);
  const last = Math.min(log.start + recordsMax, log.end, cutTo.get(partitionKeyOf(log)) ?? Infinity);
  const offset = random.between(log.start, Math.max(log.start, last));
  broker.deleteBefore(log, offset);
  counts.cuts += 1;
  operatorUnparks(options);
  world.wakeConsumers();
  return `of ${partitionKeyOf(log)} at ${offset.toString()}`;
};

/** An operator finds the parked partitions and unparks them. */
const operatorUnparks = ({ world, judge }: FaultsOptions): void => {
  const { database, turns, random } = world;
  const look = (): void => {
    for (const [key, position] of database.positions.rows)
      if (position.state === 'PARKED')
        setPosition({ database, turns, judge }, key, repaired(world, key, position));
  };
  turns.atServer('an operator looks', look, { afterMs: random.below(awayMsMax) });
};

/** Adds partitions: keys move, and the group joins again once its members have learned of it. */
const addPartitions = ({ broker, random, turns, groups, lanes }: World, { counts }: Losses): string => {
  const { topic, consumerGroup } = random.pick(lanes);
  const before = broker.partitionsOf(topic);
  const count = Math.min(partitionsMax, before + random.between(1, 2));
  broker.addPartitions(topic, count);
  counts.addedPartitions += count - before;
  const run = (): void => {
    groups.get(consumerGroup)?.grow(partitionsOf(lanes, broker, consumerGroup));
  };
  turns.atServer(`${consumerGroup} learns of partitions`, run, { afterMs: random.below(metadataMsMax) });
  return `to ${topic}, ${count.toString()} now`;
};
