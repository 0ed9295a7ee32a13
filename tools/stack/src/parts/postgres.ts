import { chownSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inheritedEnvironment } from '../config.ts';
import { type ProcessCommand, runToEnd, spawnTied, type TiedProcess } from '../processes/tied-process.ts';
import { printProgress } from '../print-line.ts';
import { layoutFor, type StackContext } from '../settings.ts';
import { probe, type StackPart } from './part.ts';
import { freePort } from './ports.ts';
import {
  copyPostgres,
  foldersForPostgres,
  type PostgresFolders,
  type PostgresVersion,
} from './postgres-files.ts';

const databaseName = 'loyalty';
const userName = 'loyalty';

type Program = ProcessCommand & { readonly logPath: string };

export const postgresUrl = (port: number): string =>
  `postgres://${userName}@127.0.0.1:${String(port)}/${databaseName}`;

/**
 * Creates Postgres. If the user is root, it runs as an unprivileged user, because Postgres refuses to run as
 * root.
 */
export const createPostgres = (context: StackContext, port: number, other?: PostgresVersion): StackPart => {
  const place = foldersForPostgres(context.layout, other?.version);
  const logPath = join(context.layout.logDir, 'postgres.log');
  return {
    name: 'postgres',
    port,
    logPath,
    dataDir: place.dataDir,
    fetch: () => copyPostgres(context, place.binariesDir, other?.folder),
    prepare: () => createCluster(place, logPath, context),
    command: () => program(place, logPath, ['postgres', ...serverArguments(place.dataDir, port, context)]),
    isReady: () => acceptsConnections(port),
  };
};

const program = (
  place: PostgresFolders,
  logPath: string,
  [name = '', ...args]: readonly string[],
): Program => ({
  command: join(place.binariesDir, 'bin', name),
  args,
  env: { ...inheritedEnvironment(), LC_ALL: 'C', TZ: 'UTC' },
  // Our own folder may be closed to the user that it runs as.
  cwd: '/',
  logPath,
  // A fast shutdown rolls open transactions back instead of waiting for them.
  stopSignal: 'SIGINT',
  graceMs: 10_000,
  ...(place.user === undefined ? {} : { user: place.user }),
});

/** Built in another folder and renamed, so that an existing cluster is always complete. */
const createCluster = async (
  place: PostgresFolders,
  logPath: string,
  { isLasting }: Pick<StackContext, 'isLasting'>,
): Promise<void> => {
  if (existsSync(place.dataDir)) return;
  const building = `${place.dataDir}.part`;
  rmSync(building, { recursive: true, force: true });
  mkdirSync(dirname(building), { recursive: true });
  mkdirSync(building, { mode: 0o700 });
  if (place.user !== undefined) chownSync(building, place.user.uid, place.user.gid);
  await runToEnd(
    'Creating the cluster of Postgres',
    program(place, logPath, ['initdb', ...initArguments(building, isLasting)]),
  );
  await runToEnd('Creating the database', createDatabase(place, logPath, building));
  renameSync(building, place.dataDir);
};

/** --no-sync: a cluster without data has nothing to lose. The server itself syncs. */
const initArguments = (dataDir: string, isLasting: boolean): readonly string[] => [
  '--pgdata',
  dataDir,
  '--username',
  userName,
  '--auth',
  'trust',
  '--encoding',
  'UTF8',
  '--locale',
  'C',
  ...(isLasting ? [] : foreignOrder),
  '--no-sync',
];

/** Databases of tests order text as a provider's may: what relies on the order of bytes says so (D136). */
const foreignOrder: readonly string[] = ['--locale-provider', 'icu', '--icu-locale', 'en-ZA'];

/** The single-user mode reads SQL from its input, without a running server. */
const createDatabase = (place: PostgresFolders, logPath: string, dataDir: string): Program => {
  const single = program(place, logPath, ['postgres', '--single', '-D', dataDir, 'postgres']);
  const script = 'echo "CREATE DATABASE $0" | "$@"';
  return {
    ...single,
    command: '/bin/sh',
    args: ['-c', script, databaseName, single.command, ...single.args],
  };
};

const serverArguments = (
  dataDir: string,
  port: number,
  { isLasting }: Pick<StackContext, 'isLasting'>,
): readonly string[] => [
  '-D',
  dataDir,
  '-p',
  String(port),
  ...durability(isLasting)
    .concat(serverSettings)
    .flatMap((setting) => ['-c', setting]),
];

/**
 * On, so that measurements hold elsewhere, except for `npm test`: a killed server still finds all its writes;
 * only a power failure would lose some. Dropping one of hundreds of databases would sync all others. Each of them is a
 * checkpoint, after which every page that changes would be logged as a whole.
 */
const durability = (isLasting: boolean): readonly string[] =>
  ['fsync', 'full_page_writes'].map((setting) => `${setting}=${isLasting ? 'on' : 'off'}`);

const serverSettings: readonly string[] = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'synchronous_commit=on',
  'max_connections=200',
  'shared_buffers=256MB',
  'max_wal_size=2GB',
  // Plans for new tables are guesses until the tables are analyzed.
  'autovacuum_naptime=10s',
  'deadlock_timeout=100ms',
  // A message of Postgres may quote rows and parameters, which name members.
  'log_error_verbosity=terse',
  'log_parameter_max_length=0',
  'log_parameter_max_length_on_error=0',
  'timezone=UTC',
  'log_timezone=UTC',
];

const startupMessage = (): Buffer => {
  const parameters = Buffer.from(`user\0${userName}\0database\0${databaseName}\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(head.length + parameters.length, 0);
  head.writeInt32BE(196_608, 4); // protocol 3.0
  return Buffer.concat([head, parameters]);
};

/** The server is ready when it accepts a login ('R'). While it recovers, it responds with an error. */
const acceptsConnections = (port: number): Promise<boolean> =>
  probe({
    port,
    send: startupMessage(),
    judge: (received) => (received.length === 0 ? undefined : received[0] === 'R'.charCodeAt(0)),
  });

export interface SinglePostgres {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  /** Prepares the server. It is harmless if it was called before. */
  prepare(): Promise<void>;
  /** Starts the server, which may not be ready yet. `env` is added to its environment. */
  start(env?: Readonly<Record<string, string>>): TiedProcess;
}

/** Plans a server. Default: the Postgres of the local stack. */
export const planPostgres = async (
  root: string,
  home: string,
  other?: PostgresVersion,
): Promise<SinglePostgres> => {
  const port = await freePort();
  const context: StackContext = {
    layout: layoutFor(root, home),
    javaHome: '',
    isLasting: true,
    say: printProgress,
  };
  const part = createPostgres(context, port, other);
  return {
    url: postgresUrl(port),
    port,
    dataDir: part.dataDir ?? '',
    prepare: async () => {
      await part.fetch?.();
      await part.prepare?.();
    },
    start: (env = {}) => {
      const command = part.command();
      return spawnTied({ ...command, env: { ...command.env, ...env } });
    },
  };
};
