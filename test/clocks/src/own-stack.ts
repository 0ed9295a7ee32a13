import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  inheritedEnvironment,
  loyaltyctlJson,
  nodeIds,
  planCluster,
  type CtlRun,
  startLoyaltyctl,
  startOwnStack,
  type KafkaCluster,
  type LocalStack,
} from '@loyalty/stack';
import { ClockedPostgres } from './clocked-postgres.ts';

/** Three brokers, a registry, a database and a cache, with topics and schema; services are started one by one. */
export interface ClockStack {
  readonly cluster: KafkaCluster;
  readonly postgres: ClockedPostgres;
  readonly local: LocalStack;
  /** Runs loyaltyctl with --json and returns its output; throws when it fails. */
  loyaltyctl<T>(...args: string[]): Promise<T>;
  /** Runs loyaltyctl as a person does, without --json, whatever its exit code. */
  run(...args: string[]): Promise<CtlRun>;
  stop(): Promise<void>;
}

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const home = join(root, '.loyalty/clocks');

/** Starts all parts in `.loyalty/clocks`, with right clocks. */
export const startClockStack = async (): Promise<ClockStack> => {
  const cluster = await planCluster(root, home);
  for (const nodeId of nodeIds) await cluster.start(nodeId);
  const postgres = await ClockedPostgres.start(root, home);
  try {
    return await startOn(cluster, postgres);
  } catch (failure) {
    await postgres.stop();
    await cluster.stopAll();
    throw failure;
  }
};

const startOn = async (cluster: KafkaCluster, postgres: ClockedPostgres): Promise<ClockStack> => {
  const variables = { KAFKA_BROKERS: cluster.brokers, DATABASE_URL: postgres.url };
  const stack = await startOwnStack({ root, home, isInfraOnly: true, variables });
  const local = stack.now();
  const env = {
    ...inheritedEnvironment(),
    LOYALTY_LOCAL_JSON: stack.localJsonPath,
    SECRET_KEYS_FILE: local.secretKeysFile,
  };
  const loyaltyctl = <T>(...args: string[]): Promise<T> => loyaltyctlJson<T>({ root, env }, args);
  await loyaltyctl('deploy').catch(async (failure: unknown) => {
    await stack.stop();
    throw failure;
  });
  const run = (...args: string[]): Promise<CtlRun> => startLoyaltyctl({ root, env }, args).ended;
  const stop = async (): Promise<void> => {
    await stack.stop();
    await postgres.stop();
    await cluster.stopAll();
  };
  return { cluster, postgres, local, stop, loyaltyctl, run };
};
