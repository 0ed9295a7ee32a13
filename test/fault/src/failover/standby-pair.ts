import { spawnSync } from 'node:child_process';
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { planPostgres, type SinglePostgres, type TiedProcess } from '@loyalty/stack';
import { root } from '../own-stack.ts';
import type { ForgetfulPart } from '../set-back/forgetful-part.ts';
import { untilServes } from '../until-serves.ts';
import { startProxy, type Proxy } from './proxy.ts';

/**
 * How the standby follows. `cut` is asynchronous and ends when the test says so: later commits are lost with the primary.
 * `synchronous` means that no commit returns before the standby has it.
 */
export type Replication = 'cut' | 'synchronous';

/** A server starts or stops following within this time, which is ten times what a slow machine needs. */
const patienceMs = 60_000;
/** The time for which the address leads to a server that refuses writes. */
const replicaMs = 300;
const standbyName = 'standby';

/** A primary and its standby behind one address. */
export class StandbyPair implements ForgetfulPart {
  readonly branched: string;
  readonly forgotten = 'the primary was killed, and the standby is promoted';
  readonly #replication: Replication;
  readonly #primary: Server;
  readonly #standby: Server;
  readonly #proxy: Proxy;

  /** Starts both servers with their data under `home`, which is deleted first; resolves once the standby follows. */
  static async start(home: string, replication: Replication): Promise<StandbyPair> {
    rmSync(home, { recursive: true, force: true });
    const primary = await Server.plan(join(home, 'primary'));
    const standby = await Server.plan(join(home, 'standby'));
    const ports = { first: primary.port, second: standby.port };
    await primary.begin();
    standby.beginAsCopyOf(primary);
    await primary.start();
    await standby.start();
    const proxy = await startProxy(home, ports);
    const pair = new StandbyPair(replication, { primary, standby, proxy });
    await pair.#untilStreams(true);
    if (replication === 'synchronous') await primary.set('synchronous_standby_names', standbyName);
    return pair;
  }

  private constructor(
    replication: Replication,
    { primary, standby, proxy }: { primary: Server; standby: Server; proxy: Proxy },
  ) {
    this.#replication = replication;
    [this.#primary, this.#standby, this.#proxy] = [primary, standby, proxy];
    this.branched =
      replication === 'cut'
        ? 'the standby follows no longer'
        : 'the standby has every commit before the commit returns';
  }

  get url(): string {
    return this.#primary.urlAt(this.#proxy.port);
  }

  async branch(): Promise<number> {
    if (this.#replication === 'cut') {
      await this.#standby.set('primary_conninfo', '');
      await this.#untilStreams(false);
    }
    return 0;
  }

  /** The address leads to the standby before its promotion, as with a late health check. */
  async forget(): Promise<number> {
    this.#primary.kill();
    await this.#proxy.leadTo('second');
    await pause(replicaMs);
    await this.#standby.ask('SELECT pg_promote(true)');
    return performance.now();
  }

  async stop(): Promise<void> {
    await Promise.all([this.#proxy.stop(), this.#primary.stop(), this.#standby.stop()]);
  }

  remove(): void {
    for (const server of [this.#primary, this.#standby]) server.remove();
  }

  async #untilStreams(isWanted: boolean): Promise<void> {
    await within(async () => {
      const rows = await this.#standby.ask(`SELECT FROM pg_stat_wal_receiver WHERE status = 'streaming'`);
      return rows > 0 === isWanted;
    });
  }
}

/** One of the two servers. */
class Server {
  readonly #postgres: SinglePostgres;
  #process: TiedProcess | null = null;

  static async plan(home: string): Promise<Server> {
    return new Server(await planPostgres(root, home));
  }

  private constructor(postgres: SinglePostgres) {
    this.#postgres = postgres;
  }

  get port(): number {
    return this.#postgres.port;
  }

  /** The same database at another port. */
  urlAt(port: number): string {
    return this.#postgres.url.replace(`:${this.port.toString()}/`, `:${port.toString()}/`);
  }

  /** Creates a cluster that keeps the log that a standby still needs. */
  async begin(): Promise<void> {
    await this.#postgres.prepare();
    this.#configure(`wal_keep_size = '2GB'`);
  }

  /** Copies the data of a stopped server; once started, this one follows it. */
  beginAsCopyOf(primary: Server): void {
    const [from, to] = [primary.#postgres.dataDir, this.#postgres.dataDir];
    const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`the primary cannot be copied: ${stderr}`);
    writeFileSync(join(to, 'standby.signal'), '');
    const { username } = new URL(this.#postgres.url);
    const where = `host=127.0.0.1 port=${primary.port.toString()} user=${username}`;
    this.#configure(`primary_conninfo = '${where} application_name=${standbyName}'`);
  }

  #configure(line: string): void {
    appendFileSync(join(this.#postgres.dataDir, 'postgresql.auto.conf'), `${line}\n`);
  }

  async start(): Promise<void> {
    this.#process = this.#postgres.start();
    await untilServes(this.#postgres.url);
  }

  /** Changes a setting of the running server. */
  async set(name: string, value: string): Promise<void> {
    await this.ask(`ALTER SYSTEM SET ${name} = '${value}'`);
    await this.ask('SELECT pg_reload_conf()');
  }

  /** Executes a statement. Returns the number of its rows. */
  async ask(text: string): Promise<number> {
    const db = new pg.Client({ connectionString: this.#postgres.url });
    await db.connect();
    try {
      return (await db.query(text)).rows.length;
    } finally {
      await db.end();
    }
  }

  kill(): void {
    this.#process?.kill('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.#process?.stop();
  }

  remove(): void {
    rmSync(this.#postgres.dataDir, { recursive: true, force: true });
  }
}

/** Polls until `holds` is true; a failure counts as false. */
const within = async (holds: () => Promise<boolean>): Promise<void> => {
  const untilMs = Date.now() + patienceMs;
  while (!(await holds().catch(() => false))) {
    if (Date.now() > untilMs) throw new Error('a server of the pair did not reach the expected state');
    await pause(50);
  }
};
