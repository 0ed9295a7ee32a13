import { randomUUID } from 'node:crypto';
import { Option } from 'commander';
import { describeCluster } from '@loyalty/kafka/metadata';
import { giveRegistryId, readRegistryId } from '@loyalty/kafka/registry';
import { Fault } from '@loyalty/kernel';
import {
  countRunning,
  findInstallation,
  findLastCluster,
  type Installation,
  otherKafka,
  otherRegistry,
  recordInstallation,
} from '@loyalty/storage/installation';
import { explainingRegistry, withDatabase, withKafka } from '../connections.ts';
import type { CommandContext } from '../session.ts';

export interface AdoptChoice {
  readonly adoptKafka?: true;
  readonly adoptRegistry?: true;
}

export const adoptOptions = (): readonly Option[] => [
  new Option('--adopt-kafka', 'replace the Kafka cluster that the database belongs to with this one'),
  new Option('--adopt-registry', 'replace the schema registry that the database belongs to with this one'),
];

export interface DeployedInstallation {
  readonly databaseId: string;
  readonly clusterId: string;
  readonly registryId: string;
}

/** What a deploy is going to record. */
export interface ComparedInstallation {
  readonly before: Installation;
  readonly clusterId: string;
  /** The id of the registry; null if it has none yet. */
  readonly registryId: string | null;
}

/**
 * Compares Kafka and the registry with those that the database belongs to, and writes nothing. Throws if one
 * of them is different, unless it is to be adopted while no service runs. Returns null for a database without
 * the schema.
 */
export const compareInstallation = async (
  task: CommandContext,
  flags: AdoptChoice,
): Promise<ComparedInstallation | null> => {
  const known = await withDatabase(task, async (db) => {
    const before = await findInstallation(db);
    if (before === null) return null;
    // An installation of before this was recorded belongs to the Kafka that it has read.
    const own = before.clusterId ?? (await findLastCluster(db));
    return { before, own, running: await countRunning(db) };
  });
  if (known === null) return null;
  const { before, own, running } = known;
  const { clusterId } = await withKafka(task, describeCluster);
  const registryId = await findRegistryId(task);
  if (flags.adoptRegistry !== true) requireOwnRegistry(before, registryId);
  if (own !== null && own !== clusterId) {
    if (flags.adoptKafka !== true) throw otherKafka(before.databaseId, own, clusterId);
    requireNoneRunning(running);
  }
  if (before.registryId !== null && registryId !== null && registryId !== before.registryId)
    requireNoneRunning(running);
  return { before, clusterId, registryId };
};

/** Finds the registry's id; returns null if it has none. */
export const findRegistryId = (task: CommandContext): Promise<string | null> => {
  const address = task.addresses.schemaRegistryUrl();
  return explainingRegistry(address, () => readRegistryId(address));
};

/** Throws if the registry is not the one that the database belongs to. */
export const requireOwnRegistry = ({ databaseId, registryId }: Installation, found: string | null): void => {
  if (found !== null && registryId !== null && found !== registryId)
    throw otherRegistry(databaseId, registryId, found);
};

const requireNoneRunning = (running: number): void => {
  if (running === 0) return;
  throw new Fault(
    'SERVICES_RUNNING',
    `${running.toString()} services are running on this database: stop all of them, then run the command again.`,
  );
};

/** Gives the registry its id. Throws if it has got another one meanwhile. */
export const giveOwnRegistryId = async (
  task: CommandContext,
  { databaseId, registryId }: Installation,
): Promise<string> => {
  const address = task.addresses.schemaRegistryUrl();
  const wanted = registryId ?? randomUUID();
  const given = await explainingRegistry(address, () => giveRegistryId(address, wanted));
  if (given === null || (registryId !== null && given !== registryId))
    throw otherRegistry(databaseId, wanted, given ?? 'without an id');
  return given;
};

export const recordCompared = async (
  task: CommandContext,
  { before, clusterId, ...met }: ComparedInstallation,
): Promise<DeployedInstallation> => {
  const registryId = met.registryId ?? (await giveOwnRegistryId(task, before));
  if (clusterId !== before.clusterId || registryId !== before.registryId)
    await withDatabase(task, (db) => recordInstallation(db, before, { clusterId, registryId }));
  const { databaseId } = before;
  task.say(`Database ${databaseId} belongs to Kafka cluster ${clusterId} and schema registry ${registryId}.`);
  return { databaseId, clusterId, registryId };
};

/**
 * Returns null if both are the ones that the database belongs to; otherwise the sentence that names what
 * differs.
 */
export const differenceOf = async (task: CommandContext): Promise<string | null> => {
  try {
    await compareInstallation(task, {});
    return null;
  } catch (failure) {
    if (failure instanceof Fault && (failure.code === 'OTHER_KAFKA' || failure.code === 'OTHER_REGISTRY'))
      return failure.message;
    throw failure;
  }
};
