import { randomBytes } from 'node:crypto';
import pg from 'pg';

// eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, gives tests their database.
const sharedUrl = (): string => process.env['DATABASE_URL'] ?? '';

const onShared = async (text: string): Promise<void> => {
  const client = new pg.Client({ connectionString: sharedUrl() });
  await client.connect();
  await client.query(text).finally(() => client.end());
};

/** Orders text by a locale, or by bytes. */
export const foreignOrder = `TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-ZA' LOCALE 'C'`;
export const orderOfBytes = `TEMPLATE template0 LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8' LOCALE 'C'`;

/** Runs `work` on the address of an empty database of its own, and drops it afterwards. */
export const withScratchDatabase = async (
  work: (url: string) => Promise<void>,
  order = '',
): Promise<void> => {
  const name = `scratch_${randomBytes(6).toString('hex')}`;
  const url = new URL(sharedUrl());
  url.pathname = name;
  // The server’s own way writes each page of the copy to its log.
  await onShared(`CREATE DATABASE ${name} ${order} STRATEGY file_copy`);
  try {
    await work(url.href);
  } finally {
    await onShared(`DROP DATABASE ${name} WITH (FORCE)`);
  }
};
