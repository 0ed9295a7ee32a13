import type { StackContext } from '../context.ts';
import { layoutFor } from '../layout.ts';
import { say } from '../say-of-stack.ts';
import { spawnTied, type TiedProcess } from '../processes/tied-process.ts';
import { freePort } from './ports.ts';
import { createPostgres, postgresUrl } from './postgres.ts';

/** A single Postgres with the stack's settings, for tests and tools that start, stop and copy servers themselves. */
export interface SinglePostgres {
  /** The address of the database, named as in the stack. */
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  /** Makes its cluster with an empty database. Harmless when it exists. */
  prepare(): Promise<void>;
  /** Starts the server on its data directory; it may not be ready yet. */
  start(): TiedProcess;
}

/** Plans a server on a free port, with its data and its log under `home`. */
export const planPostgres = async (root: string, home: string): Promise<SinglePostgres> => {
  const port = await freePort();
  const context: StackContext = { layout: layoutFor(root, home), javaHome: '', isLasting: true, say };
  const part = createPostgres(context, port);
  return {
    url: postgresUrl(port),
    port,
    dataDir: part.dataDir ?? '',
    prepare: async () => {
      await part.fetch?.();
      await part.prepare?.();
    },
    start: () => spawnTied(part.command()),
  };
};
