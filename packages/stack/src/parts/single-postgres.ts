import type { StackContext } from '../context.ts';
import { layoutFor } from '../layout.ts';
import { say } from '../say-of-stack.ts';
import { spawnTied, type TiedProcess } from '../processes/tied-process.ts';
import { freePort } from './ports.ts';
import { createPostgres, postgresUrl } from './postgres.ts';

/** A Postgres as the stack runs it, but alone: for who starts, stops and copies servers by hand. */
export interface SinglePostgres {
  /** Of the database that the stack uses. */
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  /** Makes its cluster, with an empty database. Harmless when it is there. */
  prepare(): Promise<void>;
  /** Starts the server on its data directory; it may not serve yet. */
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
