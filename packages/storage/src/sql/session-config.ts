import type pg from 'pg';
import { Fault, readSecuredUrl, type Secret, type SecuredUrl } from '@loyalty/kernel';

/** The settings of a session, each in its own unit. */
export type SessionSettings = Readonly<Record<string, string | number>>;

export interface NewSession {
  readonly url: string;
  readonly applicationName: string;
  readonly settings?: SessionSettings;
}

/**
 * Ends a session 11 to 13 s after its client's node is gone, which frees its locks; Linux takes over two
 * hours. The first three are seconds and a count, the last is milliseconds.
 */
const lostNodeSettings: SessionSettings = {
  tcp_keepalives_idle: 5,
  tcp_keepalives_interval: 2,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 11_000,
};

/**
 * The time-out of a connection attempt. A server that is up responds within milliseconds, and a pool of a
 * service lends a connection sooner.
 */
export const defaultConnectMs = 5_000;
let connectMs = defaultConnectMs;

/**
 * Sets the time-out for every session that this process opens later, and for waits at a pool. Tests wait
 * longer than services, because on a busy processor no verdict may depend on how soon a connection is
 * available.
 */
export const setConnectTimeout = (ms: number): void => {
  connectMs = ms;
};

/** Node then probes ten times, a second apart: an idle connection to a lost server ends after 15 s. */
const quietMs = 5_000;

export const askedSettings = ({ settings = {} }: NewSession): SessionSettings => ({
  ...lostNodeSettings,
  ...settings,
});

export const sessionConfig = (session: NewSession): pg.ClientConfig => ({
  ...postgresAddress(session.url),
  application_name: session.applicationName,
  options: startupOptions(askedSettings(session)),
  connectionTimeoutMillis: connectMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: quietMs,
});

const startupOptions = (settings: SessionSettings): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value.toString()}`)
    .join(' ');

/**
 * The limits of every process that locks the same rows as batches. They free the locks of a frozen process.
 */
export const sessionLimits = { transactionMs: 5_000, idleInTransactionMs: 3_000, lockMs: 1_000 } as const;

/**
 * The limits of a snapshot of several statements: none may take longer than 5 s, nor its response longer than
 * 7 s.
 */
export const readLimits = { ...sessionLimits, statementMs: 5_000, transactionMs: 15_000 };

const defaultPort = 5432;

/**
 * Read again at each connection. Wherever it is encrypted, the server proves that it is the host of the URL.
 */
const postgresAddress = (text: string): pg.ClientConfig => {
  const address = readSecuredUrl(text);
  const isPlain = address.ca === null && !provesItself(address) && !text.includes('passwordfile=');
  // The rest that an address may say, as the folder of a socket, pg reads for itself.
  return isPlain ? { connectionString: text } : configOf(address);
};

const provesItself = ({ url }: SecuredUrl): boolean => url.searchParams.get('sslmode') === 'verify-full';

const configOf = (address: SecuredUrl): pg.ClientConfig => {
  const { url, host, user, password, ca } = address;
  return {
    host,
    port: url.port === '' ? defaultPort : Number(url.port),
    database: decodeURIComponent(url.pathname.slice(1)),
    ...(user !== null && { user }),
    ...(password !== null && { password }),
    ssl: ca !== null || provesItself(address) ? verifiedTls(ca) : false,
  };
};

const verifiedTls = (ca: Secret | null) => ({
  rejectUnauthorized: true,
  get ca(): string | undefined {
    return ca?.();
  },
});

const readSettingsText = 'SELECT name, setting FROM pg_settings WHERE name = ANY ($1)';

/**
 * Checks that the server applied the settings; without them nothing ends a transaction, or a session whose
 * node is gone. Throws a Fault `DATABASE_SETTINGS_IGNORED`.
 */
export const confirmSettings = async (client: pg.ClientBase, asked: SessionSettings): Promise<void> => {
  const { rows } = await client.query<{
    readonly name: string;
    readonly setting: string;
  }>(readSettingsText, [Object.keys(asked)]);
  const ignored = Object.keys(asked).filter((name) => {
    const inForce = rows.find((row) => row.name === name)?.setting;
    return inForce !== asked[name]?.toString() && !isForeign(name, inForce);
  });
  if (ignored.length > 0) throw settingsIgnored(ignored.join(', '));
};

/** 0 where the server's system lacks the setting, or the connection is no TCP; 7200 is Linux' default. */
const isForeign = (name: string, inForce: string | undefined): boolean =>
  name.startsWith('tcp_') && inForce === '0';

/**
 * Returns the fault of an address whose server ignores settings. Waiting does not help, because the address
 * is wrong.
 */
export const settingsIgnored = (what: string): Fault =>
  new Fault(
    'DATABASE_SETTINGS_IGNORED',
    `The database connection did not take ${what}. A pooler in between drops startup options, or the URL has options of its ` +
      'own. Give the address of Postgres itself in DATABASE_URL, without options.',
    { retry: true },
  );

/**
 * An SQL condition that is true on a standby, on a primary that was demoted, and where writes are switched
 * off.
 */
export const isReadOnlyText = `(pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean)`;

export const readOnlyServer = (): Fault =>
  new Fault('DATABASE_READ_ONLY', 'the server takes no writes', { retry: true });
