import type { Clock } from '@loyalty/kernel';
import type { Mode } from '@loyalty/rules';
import type { Database, Queryable, Statement } from '@loyalty/storage';
import { createLruMap } from '../lookup/lru-map.ts';
import { createTimedLookup, type HeldValue } from '../lookup/timed-lookup.ts';
import { readSetting, type SettingsDocument } from '../settings/settings-catalogue.ts';

/** The origins of browsers that environments name in their settings (D84). Results are up to 10 s old (D87). */
export interface BrowserOriginDirectory {
  /** Returns true when the tenant's environment of this mode, or any of its environments (null), names the origin. Never throws. */
  allows(asked: {
    readonly tenantId: string;
    readonly mode: Mode | null;
    readonly origin: string;
  }): Promise<boolean>;
}

const freshMs = 10_000;
/** While the database is away, portals go on as long as the tills do. */
const usableMs = 600_000;

/** Few environments name origins: an index holds those alone. */
const statement: Statement = {
  name: 'browser-origins',
  text: `SELECT tenant_id AS "tenantId", mode, settings FROM environments WHERE settings ? 'corsOrigins'`,
};

/** The origins by tenant and mode, as in `<tenant>/live`. */
type OriginsByPlace = ReadonlyMap<string, readonly string[]>;

const placeOf = (tenantId: string, mode: Mode): string => `${tenantId}/${mode}`;

const readOrigins = async (db: Queryable): Promise<OriginsByPlace> => {
  type Row = { readonly tenantId: string; readonly mode: Mode; readonly settings: SettingsDocument };
  const rows = await db.query<Row>(statement);
  return new Map(
    rows.map(({ tenantId, mode, settings }) => [
      placeOf(tenantId, mode),
      readSetting(settings, 'corsOrigins'),
    ]),
  );
};

/**
 * Creates the directory. It reads the origins of all tenants at once, when a browser calls and what it has is older than 10 s: an unknown
 * tenant in a path costs no statement.
 */
export const createBrowserOriginDirectory = ({
  db,
  clock,
}: {
  readonly db: Database;
  readonly clock: Clock;
}): BrowserOriginDirectory => {
  const all = createTimedLookup({
    db,
    clock,
    what: 'origins of browsers',
    load: () => readOrigins(db),
    freshMs,
    usableMs,
    createHeld: () => createLruMap<string, HeldValue<OriginsByPlace>>(1),
  });
  return {
    allows: async ({ tenantId, mode, origin }) => {
      const origins = await all.find('all').catch(() => new Map<string, readonly string[]>());
      const modes: readonly Mode[] = mode === null ? ['live', 'test'] : [mode];
      return modes.some((one) => origins.get(placeOf(tenantId, one))?.includes(origin) === true);
    },
  };
};
