import { type Part, textOf } from '@loyalty/kernel';
import { type Queryable, rowArrays, type Statement } from '@loyalty/storage';
import type { Logger } from '@loyalty/telemetry/logger';

/** A key as it was read, with what is already noted about its use. */
export interface UsedKey {
  readonly id: string;
  readonly lastUsedOn: string | null;
  readonly usedPermissions: ReadonlySet<string>;
}

interface Use {
  readonly day: string;
  readonly permissions: Set<string>;
}

interface KeyUsesOptions {
  readonly db: Queryable;
  readonly clock: { now(): number };
  readonly logger: Logger;
}

/** A use is seen within this time, and a crash loses as much. */
const writtenEveryMs = 60_000;

/** Some 30 ms. At the start of a UTC day each key that is used has a row to write. */
const keysAtOnce = 1_000;

/** A process remembers as many keys. If there are more, a use is noted by the next one. */
const waitingMax = 10_000;

const dayMs = 86_400_000;

/**
 * Keeps in memory the UTC day on which a key was last used, and permissions that it has not used before. They
 * are written once a minute while there is something new, so a key in steady use costs one row a day.
 */
export class KeyUses implements Part {
  readonly name = 'key-uses';
  readonly #options: KeyUsesOptions;
  #waiting = new Map<string, Use>();
  /** The uses of the last statement. For some seconds processes still use a key as they read it before. */
  #written = new Map<string, Use>();
  #timer: NodeJS.Timeout | null = null;
  #today = { day: '', untilMs: 0 };

  constructor(options: KeyUsesOptions) {
    this.#options = options;
  }

  /** Notes a use without waiting. `permission` is null if any credential may make the request. */
  note(key: UsedKey, permission: string | null): void {
    const day = this.#dayNow();
    const isNew = permission !== null && !key.usedPermissions.has(permission);
    if (key.lastUsedOn === day && !isNew) return;
    if (hasUse(this.#written.get(key.id), day, permission)) return;
    const use = this.#waiting.get(key.id);
    if (hasUse(use, day, permission)) return;
    if (use === undefined && this.#waiting.size >= waitingMax) return;
    const permissions = use?.permissions ?? new Set();
    if (permission !== null) permissions.add(permission);
    this.#waiting.set(key.id, { day, permissions });
    this.#plan();
  }

  /**
   * Returns the present day. Formatting a date for each request would cost more than everything else here.
   */
  #dayNow(): string {
    const nowMs = this.#options.clock.now();
    const { untilMs } = this.#today;
    if (nowMs < untilMs && nowMs >= untilMs - dayMs) return this.#today.day;
    const startMs = Math.floor(nowMs / dayMs) * dayMs;
    this.#today = { day: new Date(startMs).toISOString().slice(0, 10), untilMs: startMs + dayMs };
    return this.#today.day;
  }

  #plan(): void {
    if (this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.write();
    }, writtenEveryMs);
    this.#timer.unref();
  }

  /** Writes the uses. Never throws: what the database does not accept waits for the next minute. */
  async write(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = new Map();
    this.#written = waiting;
    const uses = [...waiting].sort(([one], [other]) => (one < other ? -1 : 1));
    try {
      for (let at = 0; at < uses.length; at += keysAtOnce)
        await storeUses(this.#options.db, uses.slice(at, at + keysAtOnce));
    } catch (failure) {
      this.#options.logger.warn({ error: textOf(failure), keys: uses.length }, 'uses of API keys wait');
      this.#written = new Map();
      for (const [id, use] of uses) this.#keep(id, use);
      this.#plan();
    }
  }

  /** Keeps a use together with what has been noted meanwhile. */
  #keep(id: string, { day, permissions }: Use): void {
    const later = this.#waiting.get(id);
    if (later === undefined) this.#waiting.set(id, { day, permissions });
    else for (const permission of permissions) later.permissions.add(permission);
  }

  async stop(): Promise<void> {
    this.#forgetTimer();
    if (this.#waiting.size > 0) await this.write();
    this.#forgetTimer();
  }

  #forgetTimer(): void {
    clearTimeout(this.#timer ?? undefined);
    this.#timer = null;
  }
}

const hasUse = (use: Use | undefined, day: string, permission: string | null): boolean =>
  use?.day === day && (permission === null || use.permissions.has(permission));

const usedRows = rowArrays<readonly [string, Use]>((_, rows) => [
  ['id', 'uuid', rows.map(([id]) => id)],
  ['day', 'date', rows.map(([, { day }]) => day)],
  ['names', 'text', rows.map(([, { permissions }]) => [...permissions].join(' '))],
]);
const useStatement: Statement = {
  name: 'api-keys-used',
  // The copy of a tenant that moves must not differ: nothing is written once its environments are closed. Rows are locked by id, as
  // by a revocation of several keys.
  text: `WITH used AS (SELECT u.id, u.day, string_to_array(u.names, ' ') AS names
                         FROM ${usedRows.as('u')}),
              locked AS (SELECT k.id FROM api_keys k JOIN used u ON u.id = k.id
                           JOIN environments e ON e.id = k.environment_id AND e.closed IS NULL
                          WHERE k.last_used_on IS DISTINCT FROM greatest(k.last_used_on, u.day) OR NOT k.used_permissions @> u.names
                          ORDER BY k.id FOR NO KEY UPDATE OF k)
         UPDATE api_keys k
            SET last_used_on = greatest(k.last_used_on, u.day),
                used_permissions = k.used_permissions || ARRAY(SELECT n FROM unnest(u.names) n WHERE n <> ALL (k.used_permissions))
           FROM used u JOIN locked USING (id)
          WHERE k.id = u.id`,
};

const storeUses = async (db: Queryable, uses: readonly (readonly [string, Use])[]): Promise<void> => {
  await db.query(useStatement, usedRows.valuesOf(uses));
};
