import type pg from 'pg';
import { postgresAddress } from './postgres-address.ts';

/** Settings that a session asks of the server while it connects, by their names in Postgres; times in the unit of each. */
export type SessionSettings = Readonly<Record<string, string | number>>;

/** A session that is about to be opened. */
export interface NewSession {
  readonly url: string;
  readonly applicationName: string;
  readonly settings?: SessionSettings;
}

/**
 * The server ends a session 11 to 13 s after its client's node is gone, which frees the locks of the session. The defaults of
 * Linux take over two hours. The first three are seconds and a count, the last is milliseconds.
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

/** Returns every setting that the session asks for: those given, and those that end it when its node is gone. */
export const askedSettings = ({ settings = {} }: NewSession): SessionSettings => ({
  ...lostNodeSettings,
  ...settings,
});

/** Returns how pg opens a session. Every connection of this product is opened so. */
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
