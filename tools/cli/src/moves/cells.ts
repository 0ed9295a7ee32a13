import { existsSync, readFileSync } from 'node:fs';
import type { Kafka } from '@loyalty/kafka';
import { describeCluster } from '@loyalty/kafka/metadata';
import { type Database, onlyRow } from '@loyalty/storage';
import { createAddresses } from '../addresses.ts';
import type { Config } from '../config.ts';
import { withDatabase, withOwnKafka } from '../connections.ts';
import { UsageFault } from '../failures.ts';
import type { CommandContext } from '../session.ts';

export interface Cell {
  readonly task: CommandContext;
  readonly db: Database;
  readonly kafka: Kafka;
  readonly databaseId: string;
  readonly clusterId: string;
}

export interface Cells {
  readonly from: Cell;
  readonly to: Cell;
}

/** Runs work on two cells. The other cell's addresses are in the file `to`. */
export const withCells = <T>(
  task: CommandContext,
  to: string,
  work: (cells: Cells) => Promise<T>,
): Promise<T> => atCell(task, (from) => atCell(taskAt(task, to), (target) => work({ from, to: target })));

const atCell = <T>(task: CommandContext, work: (cell: Cell) => Promise<T>): Promise<T> =>
  withDatabase(task, (db) =>
    withOwnKafka(task, async (kafka) => {
      const { clusterId } = await describeCluster(kafka);
      return work({ task, db, kafka, clusterId, databaseId: await readDatabaseId(db) });
    }),
  );

const readDatabaseId = async (db: Database): Promise<string> =>
  onlyRow(await db.query<{ id: string }>('SELECT database_id AS id FROM database_history'), 'history').id;

const taskAt = (task: CommandContext, path: string): CommandContext => {
  if (!existsSync(path))
    throw new UsageFault(`There is no file ${path} with the addresses of the other cell.`);
  const config: Config = {
    ...task.config,
    connections: connectionsIn(path),
    databaseUrl: undefined,
    kafkaBrokers: undefined,
    schemaRegistryUrl: undefined,
    baseUrl: undefined,
    secretKeys: undefined,
    secretKeysFile: undefined,
    localJsonPath: path,
  };
  return { ...task, config, addresses: createAddresses(config, task.folder) };
};

/**
 * Returns connections to Kafka of the other cell, which are the `settings` of its file. A URL says its part
 * itself.
 */
const connectionsIn = (path: string): Config['connections'] => {
  const { settings = {} } = readJson(path) as { readonly settings?: Config['connections'] };
  return settings;
};

const readJson = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    // Reading its addresses fails too, and explains.
    return {};
  }
};
