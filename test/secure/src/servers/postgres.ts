import {
  appendFileSync,
  chownSync,
  copyFileSync,
  chmodSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { planPostgres, type SinglePostgres, type TiedProcess } from '@loyalty/stack';
import { eventually } from '@loyalty/testkit/runs';
import pg from 'pg';
import { certifiedHost, type Authority } from './authority.ts';
import type { PasswordFiles } from './passwords.ts';

/** The user who made the cluster. */
export const owner = 'loyalty';
const database = 'loyalty';

/** A Postgres that is open over TLS with a SCRAM password only. */
export interface SecuredPostgres {
  readonly port: number;
  readonly process: TiedProcess;
  /** Returns the address for a role, without its password. */
  urlOf(role: string, host?: string): string;
  /** Runs statements one after the other as a role, with its password, and returns the rows of the last one. */
  query<Row extends pg.QueryResultRow>(role: string, ...statements: readonly string[]): Promise<Row[]>;
}

export interface PostgresOptions {
  readonly root: string;
  readonly home: string;
  readonly authority: Authority;
  readonly passwords: PasswordFiles;
}

/** The name of a role's password file. */
export const postgresSecret = (role: string): string => `postgres-${role}`;

export const startPostgres = async (options: PostgresOptions): Promise<SecuredPostgres> => {
  const { root, home, authority, passwords } = options;
  const server = await planPostgres(root, home);
  rmSync(server.dataDir, { recursive: true, force: true });
  await server.prepare();
  await encrypt(server, authority);
  const process = server.start();
  await eventually('Postgres serves', () => serves(server.url));
  await closeToStrangers(server, passwords.of(postgresSecret(owner)));
  const connect = (role: string): pg.Client =>
    new pg.Client({
      host: certifiedHost,
      port: server.port,
      user: role,
      password: passwords.of(postgresSecret(role)),
      database,
      ssl: { ca: readFileSync(authority.caPath, 'utf8') },
    });
  return {
    port: server.port,
    process,
    urlOf: (role, host = certifiedHost) =>
      `postgres://${role}@${host}:${server.port.toString()}/${database}?sslmode=verify-full`,
    query: (role, ...statements) => runAll(connect(role), statements),
  };
};

/** Postgres reads its key only where it belongs to the user that it runs as. */
const encrypt = async ({ dataDir }: SinglePostgres, authority: Authority): Promise<void> => {
  const { keyPath, certPath } = await authority.sign('postgres');
  const { uid, gid } = statSync(dataDir);
  for (const [from, name] of [
    [keyPath, 'server.key'],
    [certPath, 'server.crt'],
  ] as const) {
    const to = join(dataDir, name);
    copyFileSync(from, to);
    chmodSync(to, 0o600);
    chownSync(to, uid, gid);
  }
  appendFileSync(join(dataDir, 'postgresql.conf'), 'ssl = on\n');
};

/** Gives the owner a password, then closes every way in but one. */
const closeToStrangers = async ({ url, dataDir }: SinglePostgres, password: string): Promise<void> => {
  const rules = join(dataDir, 'pg_hba.conf');
  // Rules are read when the server is asked to, so this connection still counts as before.
  writeFileSync(rules, 'hostssl all all 127.0.0.1/32 scram-sha-256\n');
  const statements = [`ALTER ROLE ${owner} PASSWORD '${password}'`, 'SELECT pg_reload_conf()'];
  await runAll(new pg.Client({ connectionString: url }), statements);
  await eventually('it is closed to strangers', async () => !(await serves(url)));
};

const serves = async (connectionString: string): Promise<boolean> =>
  runAll(new pg.Client({ connectionString }), ['SELECT 1']).then(
    () => true,
    () => false,
  );

const runAll = async <Row extends pg.QueryResultRow>(
  client: pg.Client,
  statements: readonly string[],
): Promise<Row[]> => {
  let rows: Row[] = [];
  try {
    await client.connect();
    for (const statement of statements) ({ rows } = await client.query<Row>(statement));
    return rows;
  } finally {
    await client.end();
  }
};
