import type pg from 'pg';
import { Fault, readSecuredUrl, type Secret, type SecuredUrl } from '@loyalty/kernel';

/** Settings that a session asks for as it connects, by their names in Postgres, in the unit of each. */
export type SessionSettings = Readonly<Record<string, string | number>>;

export interface NewSession {
  readonly url: string;
  readonly applicationName: string;
  readonly settings?: SessionSettings;
}

/**
 * The server ends a session 11 to 13 s after its client's node is gone, which frees the locks of the session.
 * The defaults of Linux take over two hours. The first three are seconds and a count, the last is
 * milliseconds.
 */
const lostNodeSettings: SessionSettings = {
  tcp_keepalives_idle: 5,
  tcp_keepalives_interval: 2,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 11_000,
};

/** A server that is up responds within milliseconds. */
const connectMs = 5_000;
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
 * Session limits, in milliseconds, of every process that locks the same rows as batches. They free the locks
 * of a frozen process and of a write that waits for a lock.
 */
export const sessionLimits = { transactionMs: 5_000, idleInTransactionMs: 3_000, lockMs: 1_000 } as const;

/** For a snapshot of several statements: none may take longer than 5 s, nor its response longer than 7 s. */
export const readLimits = { ...sessionLimits, statementMs: 5_000, transactionMs: 15_000 };

const defaultPort = 5432;

/**
 * Returns how pg connects to an address. The password and the authorities are read anew at each connection.
 * Wherever the connection is encrypted, the server proves that it is the host of the URL.
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

/** pg reads the field when it connects. */
const verifiedTls = (ca: Secret | null) => ({
  rejectUnauthorized: true,
  get ca(): string | undefined {
    return ca?.();
  },
});

const readSettingsText = 'SELECT name, setting FROM pg_settings WHERE name = ANY ($1)';

/**
 * Compares the settings of a new session with those it asked for. Throws a Fault `DATABASE_SETTINGS_IGNORED`
 * that names the settings that are not in force: without them nothing ends a transaction, or a session whose
 * node is gone.
 */
export const confirmSettings = async (client: pg.ClientBase, asked: SessionSettings): Promise<void> => {
  const { rows } = await client.query<{
    readonly name: string;
    /** In the unit of the setting, as it was asked for. */
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

/** Settings that a session did not get: the address is wrong, so waiting helps only there. */
export const settingsIgnored = (what: string): Fault =>
  new Fault(
    'DATABASE_SETTINGS_IGNORED',
    `The database connection did not take ${what}. A pooler in between drops startup options, or the URL has options of its ` +
      'own. Give the address of Postgres itself in DATABASE_URL, without options.',
    { retry: true },
  );

/** SQL that is true on a standby, on a primary that was demoted, and where writes are switched off. */
export const isReadOnlyText = `(pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean)`;

/** Returns the Fault for a server that takes no writes; another one may take them soon. */
export const readOnlyServer = (): Fault =>
  new Fault('DATABASE_READ_ONLY', 'the server takes no writes', { retry: true });
