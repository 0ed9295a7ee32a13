import { spawnSync } from 'node:child_process';
import { appendFileSync, chownSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { planPostgres, type SinglePostgres, type TiedProcess } from '@loyalty/stack';
import { eventually } from '@loyalty/testkit/runs';
import pg from 'pg';

/**
 * A Postgres whose log is archived, with base backups by its own functions: the embedded build has no pg_basebackup. Archive and backup
 * lie beside its data directory.
 */
export class ArchivedPostgres {
  readonly #server: SinglePostgres;
  #process: TiedProcess | null = null;

  static async start(root: string, home: string): Promise<ArchivedPostgres> {
    const postgres = new ArchivedPostgres(await planPostgres(root, home));
    await postgres.#begin();
    return postgres;
  }

  private constructor(server: SinglePostgres) {
    this.#server = server;
  }

  get url(): string {
    return this.#server.url;
  }

  get #archive(): string {
    return `${this.#server.dataDir}.archive`;
  }

  get #backup(): string {
    return `${this.#server.dataDir}.backup`;
  }

  async #begin(): Promise<void> {
    const { dataDir } = this.#server;
    for (const path of [dataDir, this.#archive, this.#backup]) rmSync(path, { recursive: true, force: true });
    await this.#server.prepare();
    mkdirSync(this.#archive);
    this.#own(this.#archive);
    const to = `${this.#archive}/%f`;
    this.#configure(dataDir, [
      `archive_mode = on`,
      `archive_command = 'test ! -f ${to} && cp %p ${to}.part && mv ${to}.part ${to}'`,
    ]);
    await this.#serve();
  }

  /** Takes a base backup while the server works. */
  async backUp(): Promise<void> {
    const db = new pg.Client({ connectionString: this.url });
    await db.connect();
    try {
      await db.query(`SELECT pg_backup_start('drill', true)`);
      this.#copy(this.#server.dataDir, this.#backup);
      const { rows } = await db.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop()');
      this.#write(join(this.#backup, 'backup_label'), rows[0]?.labelfile ?? '');
    } finally {
      await db.end();
    }
    // Its log comes from the archive, and its server does not run.
    for (const name of readdirSync(join(this.#backup, 'pg_wal')))
      rmSync(join(this.#backup, 'pg_wal', name), { recursive: true, force: true });
    rmSync(join(this.#backup, 'postmaster.pid'), { force: true });
  }

  /** Returns the present time of the server. */
  async now(): Promise<Date> {
    const [row] = await this.query<{ now: Date }>('SELECT clock_timestamp() AS now');
    if (row === undefined) throw new Error('Postgres did not respond with its time');
    return row.now;
  }

  /** Archives everything committed so far, as `archive_timeout` does from time to time. */
  async archiveAll(): Promise<void> {
    const [row] = await this.query<{ name: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS name');
    const name = row?.name ?? '';
    await eventually('the log is archived', () => readdirSync(this.#archive).includes(name));
  }

  /** Kills the server and deletes its data. */
  async destroy(): Promise<void> {
    this.#process?.kill('SIGKILL');
    await this.#process?.ended;
    rmSync(this.#server.dataDir, { recursive: true, force: true });
  }

  /** Restores the backup, and the archived log up to this time; resolves once the server takes writes. */
  async restoreTo(time: Date): Promise<void> {
    const { dataDir } = this.#server;
    this.#copy(this.#backup, dataDir);
    this.#configure(dataDir, [
      `restore_command = 'cp ${this.#archive}/%f %p'`,
      // A setting knows no other form of a time zone than an offset.
      `recovery_target_time = '${time.toISOString().replace('T', ' ').replace('Z', '+00')}'`,
      `recovery_target_action = 'promote'`,
    ]);
    this.#write(join(dataDir, 'recovery.signal'), '');
    await this.#serve();
  }

  async query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const db = new pg.Client({ connectionString: this.url });
    try {
      await db.connect();
      return (await db.query<Row>(text, [...values])).rows;
    } finally {
      await db.end().catch(() => undefined);
    }
  }

  async stop(): Promise<void> {
    await this.#process?.stop();
  }

  async #serve(): Promise<void> {
    this.#process = this.#server.start();
    await eventually('Postgres takes writes', async () => {
      const rows = this.query<{ is: boolean }>('SELECT pg_is_in_recovery() AS is');
      const [row] = await rows.catch(() => []);
      return row?.is === false;
    });
  }

  #configure(dataDir: string, lines: readonly string[]): void {
    appendFileSync(join(dataDir, 'postgresql.auto.conf'), `${lines.join('\n')}\n`);
  }

  #write(path: string, text: string): void {
    writeFileSync(path, text);
    this.#own(path);
  }

  /** Postgres may run as a user other than that of this program. */
  #own(path: string): void {
    const { uid, gid } = statSync(path.startsWith(this.#backup) ? this.#backup : this.#server.dataDir);
    chownSync(path, uid, gid);
  }

  /** Files that vanish while they are copied are made again from the log. */
  #copy(from: string, to: string): void {
    const { stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' });
    const failures = stderr.split('\n').filter((line) => line !== '' && !line.includes('No such file'));
    if (failures.length > 0) throw new Error(`${from} cannot be copied: ${failures.join('; ')}`);
  }
}
