import { Fault } from '@loyalty/kernel';
import type pg from 'pg';
import type { SessionSettings } from './session-config.ts';

interface SettingInForce {
  readonly name: string;
  /** In the unit of the setting, as it was asked for. */
  readonly setting: string;
}

const readText = 'SELECT name, setting FROM pg_settings WHERE name = ANY ($1)';

/**
 * Compares the settings of a new session with those it asked for. Throws a Fault `DATABASE_SETTINGS_IGNORED` that names the
 * settings that are not in force: without them nothing ends a transaction, or a session whose node is gone.
 */
export const confirmSettings = async (client: pg.ClientBase, asked: SessionSettings): Promise<void> => {
  const { rows } = await client.query<SettingInForce>(readText, [Object.keys(asked)]);
  const ignored = Object.keys(asked).filter((name) => {
    const inForce = rows.find((row) => row.name === name)?.setting;
    return inForce !== asked[name]?.toString() && !isForeign(name, inForce);
  });
  if (ignored.length > 0) throw settingsIgnored(ignored.join(', '));
};

/** Reads 0 where the system of the server does not know the setting, or the connection is no TCP. The default of Linux is 7200. */
const isForeign = (name: string, inForce: string | undefined): boolean =>
  name.startsWith('tcp_') && inForce === '0';

/** Returns the Fault for settings that a session asked for and did not get. A wrong address is the reason, so waiting helps only there. */
export const settingsIgnored = (what: string): Fault =>
  new Fault(
    'DATABASE_SETTINGS_IGNORED',
    `The database connection did not take ${what}. A pooler in between drops startup options, or the URL has options of its ` +
      'own. Give the address of Postgres itself in DATABASE_URL, without options.',
    { retry: true },
  );
