import { Fault } from '@loyalty/kernel';
import { type Database, onlyRow } from '@loyalty/storage';
import { type BrokerRelease, readBrokerRelease } from '@loyalty/kafka/admin';
import { describeCluster } from '@loyalty/kafka/metadata';
import { readRedisInfo } from '@loyalty/storage/redis-connection';
import { readTextLocale } from '@loyalty/storage/text-order';
import { withDatabase, withKafka } from '../connections.ts';
import type { CommandContext } from '../session.ts';
import { profileOf, type TopicOptions } from './topics.ts';

/** `refuse`: nothing could work. `warn`: it works, and something is at risk. */
type CheckLevel = 'ok' | 'warn' | 'refuse';

export interface ServerVerdict {
  readonly server: ServerCheck['server'];
  readonly check: string;
  readonly level: CheckLevel;
  readonly is: string;
  readonly needed: string;
  readonly wayOut: string;
}

/** These are facts of Postgres. Settings are in the unit of each, as `pg_settings` shows them. */
interface PostgresFacts {
  /** The version has the form 180001. */
  readonly version: number;
  readonly versionText: string;
  readonly encoding: string;
  readonly isStandby: boolean;
  readonly standbys: number;
  /**
   * The order is, for instance, `icu en-ZA`, or `C` if text is ordered by bytes; it is null before version
   * 17.
   */
  readonly textOrder: string | null;
  /** No deploy has been here before. */
  readonly isNew: boolean;
  readonly settings: Readonly<Record<string, string>>;
}

interface KafkaFacts {
  readonly release: BrokerRelease;
  readonly brokerCount: number;
  /** This is the number for each partition, as they are declared. */
  readonly copies: number;
}

export interface ServerFacts {
  /**
   * The connections that all processes may have at once, as the operator states; null if that is not stated.
   */
  readonly connections: number | null;
  readonly postgres: PostgresFacts;
  /** The facts about Kafka; null if no topics are created there. */
  readonly kafka: KafkaFacts | null;
  /** Values by field of INFO; null if Redis does not respond, or if its address is unknown. */
  readonly redis: ReadonlyMap<string, string> | null;
}

interface ServerCheck {
  readonly server: 'Postgres' | 'Redis' | 'Kafka';
  readonly check: string;
  /** This is the level of a value that does not hold. */
  readonly level: Exclude<CheckLevel, 'ok'>;
  readonly needed: string | ((facts: ServerFacts) => string);
  readonly wayOut: string;
  /** Returns null if the server does not say. */
  readonly read: (facts: ServerFacts) => string | null;
  readonly holds: (value: string, facts: ServerFacts) => boolean;
}

/**
 * The minimum of connections: twice those of one process of each service and of one command, plus Postgres'
 * own reserve.
 */
export const connectionsMin = 190;

const versionNeeded = 170_000;

const byBytes = 'byte order';

type Rest = Omit<ServerCheck, 'server' | 'check' | 'read'>;

const postgres = (check: string, rest: Rest & Partial<Pick<ServerCheck, 'read'>>): ServerCheck => ({
  server: 'Postgres',
  check,
  read: (facts) => facts.postgres.settings[check] ?? null,
  ...rest,
});

const kafka = (check: string, rest: Rest & Pick<ServerCheck, 'read'>): ServerCheck => ({
  server: 'Kafka',
  check,
  ...rest,
});

const redis = (check: string, rest: Rest): ServerCheck => ({
  server: 'Redis',
  check,
  read: (facts) => facts.redis?.get(check) ?? null,
  ...rest,
});

const isOn = (value: string): boolean => value === 'on';

/** Checks are in the order in which they are printed. A further check is a further entry. */
const serverChecks: readonly ServerCheck[] = [
  postgres('version', {
    level: 'refuse',
    needed: '17 or 18',
    wayOut: 'upgrade Postgres, because sessions set transaction_timeout, which is new in version 17',
    read: (facts) => facts.postgres.versionText,
    holds: (_, facts) => facts.postgres.version >= versionNeeded,
  }),
  postgres('encoding', {
    level: 'refuse',
    needed: 'UTF8',
    wayOut: `create the database with ENCODING 'UTF8' TEMPLATE template0, because other encodings cannot store every name`,
    read: (facts) => facts.postgres.encoding,
    holds: (value) => value === 'UTF8',
  }),
  postgres('role', {
    level: 'refuse',
    needed: 'primary',
    wayOut: 'put the address of the primary in DATABASE_URL, because a standby accepts no writes',
    read: (facts) => (facts.postgres.isStandby ? 'standby' : 'primary'),
    holds: (value) => value === 'primary',
  }),
  postgres('text order', {
    level: 'warn',
    needed: byBytes,
    wayOut:
      'create the database with LOCALE C; otherwise deploy sets the order column by column (docs/runbooks/text-order.md)',
    read: (facts) => facts.postgres.textOrder,
    holds: (value) => value === byBytes,
  }),
  postgres('data_checksums', {
    level: 'warn',
    needed: 'on',
    wayOut: 'stop the server and run pg_checksums --enable; without checksums a corrupt page goes unnoticed',
    holds: isOn,
  }),
  postgres('fsync', {
    level: 'warn',
    needed: 'on',
    wayOut: 'turn it on, because a machine that loses power may lose the whole database',
    holds: isOn,
  }),
  postgres('full_page_writes', {
    level: 'warn',
    needed: 'on',
    wayOut: 'turn it on, because otherwise a half-written page is not repaired',
    holds: isOn,
  }),
  postgres('synchronous_commit', {
    level: 'warn',
    needed: 'on, remote_write or remote_apply; local without synchronous standbys',
    wayOut: 'turn it on, because otherwise a crash may lose points that were promised to callers',
    holds: (value, facts) =>
      ['on', 'remote_write', 'remote_apply'].includes(value) ||
      (value === 'local' && facts.postgres.settings['synchronous_standby_names'] === ''),
  }),
  postgres('synchronous_standby_names', {
    level: 'warn',
    needed: 'empty, or a standby that is connected',
    wayOut:
      'start the standby, or remove its name, because every commit waits for it (docs/runbooks/database-failover.md)',
    holds: (value, facts) => value === '' || facts.postgres.standbys > 0,
  }),
  postgres('max_connections', {
    level: 'warn',
    needed: `at least ${connectionsMin.toString()}, for one process of each service and its successor`,
    wayOut: 'raise it; docs/reference/connections.md has the totals for more processes',
    read: ({ postgres: { settings }, connections }) =>
      connections === null ? (settings['max_connections'] ?? null) : null,
    holds: (value) => Number(value) >= connectionsMin,
  }),
  postgres('max_connections', {
    level: 'refuse',
    needed: ({ connections }) =>
      `at least ${String(connections)}, the connections that all processes may have at once`,
    wayOut: 'raise it, or allow fewer processes: replicas.max and database.maxConnections of the chart',
    read: ({ postgres: { settings }, connections }) =>
      connections === null ? null : (settings['max_connections'] ?? null),
    holds: (value, { connections }) => Number(value) >= (connections ?? 0),
  }),
  postgres('archive_mode', {
    level: 'warn',
    needed: 'on or always',
    wayOut:
      'archive the write-ahead log (docs/runbooks/backups.md), because a backup alone loses everything after it',
    holds: (value) => value === 'on' || value === 'always',
  }),
  postgres('log_error_verbosity', {
    level: 'warn',
    needed: 'terse',
    wayOut: `change it, because error details in the server's log quote rows, and so the references of members`,
    holds: (value) => value === 'terse',
  }),
  kafka('version', {
    level: 'refuse',
    needed: '3.9 or 4',
    wayOut: 'upgrade the brokers, because earlier versions are not tested',
    read: (facts) => facts.kafka?.release ?? null,
    holds: (value) => value !== 'before 3.9',
  }),
  kafka('brokers', {
    level: 'refuse',
    needed: ({ kafka: found }) => `at least ${String(found?.copies)}, one for each copy`,
    wayOut: 'start more brokers, or ask for fewer copies with --replication',
    // Later on one of them may be unavailable for a while.
    read: ({ kafka: found, postgres: { isNew } }) =>
      found !== null && isNew ? String(found.brokerCount) : null,
    holds: (value, { kafka: found }) => Number(value) >= (found?.copies ?? 1),
  }),
  redis('redis_version', {
    level: 'refuse',
    needed: '6.2 or later',
    wayOut: 'upgrade Redis, because earlier versions are not tested',
    holds: (value) => Number.parseFloat(value) >= 6.2,
  }),
  redis('role', {
    level: 'warn',
    needed: 'master',
    wayOut:
      'put the address of the master in REDIS_URL, because a replica can neither store responses nor count limits',
    holds: (value) => value === 'master',
  }),
  redis('cluster_enabled', {
    level: 'warn',
    needed: '0',
    wayOut:
      'use a single server, because scripts and reads of several keys fail when the keys are on different servers',
    holds: (value) => value === '0',
  }),
  redis('maxmemory', {
    level: 'warn',
    needed: 'above 0',
    wayOut:
      'set a limit (docs/scaling.md), because the responses of a day may otherwise fill the memory of the machine',
    holds: (value) => Number(value) > 0,
  }),
  redis('maxmemory_policy', {
    level: 'warn',
    needed: 'volatile-lru, another volatile-… policy, or noeviction',
    wayOut: 'set volatile-lru: all our keys expire, and the limits of callers are evicted last',
    holds: (value) => value.startsWith('volatile-') || value === 'noeviction',
  }),
  redis('aof_enabled', {
    level: 'warn',
    needed: '0 or 1, because nothing in it has to survive',
    wayOut: '',
    holds: () => true,
  }),
];

/** These are needs of a deploy that is to follow. */
interface ServerNeeds {
  readonly connections?: number | undefined;
  /** If they are absent, Kafka is not asked. */
  readonly topics?: TopicOptions;
}

/**
 * Checks the servers. Throws a Fault if Postgres does not respond, or Kafka if it is checked. Redis may be
 * unavailable, as at run time.
 */
export const checkServers = async (
  task: CommandContext,
  { connections, topics }: ServerNeeds = {},
): Promise<readonly ServerVerdict[]> => {
  const redisUrl = task.addresses.redisUrl();
  return judgeServers({
    connections: connections ?? null,
    postgres: await withDatabase(task, readPostgres),
    kafka: topics === undefined ? null : await readKafka(task, topics),
    redis: redisUrl === null ? null : await readRedisInfo(redisUrl),
  });
};

const readKafka = (task: CommandContext, topics: TopicOptions): Promise<KafkaFacts> =>
  withKafka(task, async (client) => {
    const release = await readBrokerRelease(client);
    const { brokerCount } = await describeCluster(client);
    return { release, brokerCount, copies: profileOf(topics, brokerCount).replication };
  });

/** Judges the servers. What a server does not report gets no verdict. */
export const judgeServers = (facts: ServerFacts): readonly ServerVerdict[] =>
  serverChecks.flatMap(({ server, check, level, needed, wayOut, read, holds }) => {
    const is = read(facts);
    if (is === null) return [];
    const text = typeof needed === 'string' ? needed : needed(facts);
    return [{ server, check, level: holds(is, facts) ? 'ok' : level, is, needed: text, wayOut }];
  });

const settingsAsked = serverChecks.filter(({ server }) => server === 'Postgres').map(({ check }) => check);

/** Every version that speaks the protocol understands it. */
const postgresText = `
  SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS "versionText",
         pg_encoding_to_char(encoding) AS encoding, pg_is_in_recovery() AS "isStandby",
         (SELECT count(*)::int FROM pg_stat_replication) AS standbys,
         to_regclass('schema_migrations') IS NULL AS "isNew",
         (SELECT json_object_agg(name, setting) FROM pg_settings WHERE name = ANY ($1::text[])) AS settings
    FROM pg_database WHERE datname = current_database()`;

const readPostgres = async (db: Database): Promise<PostgresFacts> => {
  const rows = await db.query<Omit<PostgresFacts, 'textOrder'>>(postgresText, [settingsAsked]);
  const facts = onlyRow(rows, 'the database');
  // Catalogues before version 17 have other columns.
  const locale = facts.version >= versionNeeded ? await readTextLocale(db) : undefined;
  return Object.assign(facts, { textOrder: locale === undefined ? null : (locale?.name ?? byBytes) });
};

/** Prints the verdicts; with `all`, also the checks that passed. */
export const printVerdicts = (
  task: CommandContext,
  verdicts: readonly ServerVerdict[],
  { all }: { readonly all: boolean },
): void => {
  for (const verdict of verdicts) {
    const { server, check, level, is, needed, wayOut } = verdict;
    if (level !== 'ok')
      task.note(
        `${level === 'warn' ? 'Warning' : 'Refused'}: ${check} of ${server} is ${shown(is)}, but ${level === 'warn' ? 'should' : 'must'} be ${needed}: ${wayOut}.`,
      );
    else if (all) task.say(`${server}: ${check} is ${shown(is)}: ok.`);
  }
  const isSilent = verdicts.every(({ server }) => server !== 'Redis');
  if (isSilent && all)
    task.note(
      'Redis was not checked: REDIS_URL is not set, or Redis does not respond. Services start without it.',
    );
};

const shown = (value: string): string => (value === '' ? 'empty' : value);

export const isRefused = (verdicts: readonly ServerVerdict[]): boolean =>
  verdicts.some(({ level }) => level === 'refuse');

/** Throws a Fault `SERVER_UNSUITABLE`, which says why, before anything is written. */
export const requireServers = (task: CommandContext, verdicts: readonly ServerVerdict[]): void => {
  if (!isRefused(verdicts)) return;
  printVerdicts(
    task,
    verdicts.filter(({ level }) => level === 'refuse'),
    { all: false },
  );
  throw new Fault(
    'SERVER_UNSUITABLE',
    'Nothing was done, because services could not work like this. «loyaltyctl deploy --check» lists every check.',
  );
};
