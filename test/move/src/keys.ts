import { setTimeout as pause } from 'node:timers/promises';
import type { Cell } from './cell.ts';
import type { Shop } from './till.ts';

interface Key {
  readonly id: string;
  readonly key: string;
}

/** It has ended long before the move. */
const shortestEnd = '3s';

/** Keys with permissions, an end, a successor, and one that was revoked; and the entries of the audit log that tell of them. */
export class KeysOfShop {
  readonly #shop: Shop;
  readonly #before: readonly string[];
  readonly #statuses: ReadonlyMap<string, number>;

  private constructor(shop: Shop, before: readonly string[], statuses: ReadonlyMap<string, number>) {
    this.#shop = shop;
    this.#before = before;
    this.#statuses = statuses;
  }

  static async make(cell: Cell, shop: Shop): Promise<KeysOfShop> {
    const make = (...flags: readonly string[]): Promise<Key> =>
      cell.loyaltyctl('keys', 'create', '--tenant', shop.tenantId, '--mode', 'live', ...flags);
    const [till, replaced, revoked, ended] = [
      await make('--role', 'till', '--expires', '90d'),
      await make('--permissions', 'members:find'),
      await make('--role', 'till'),
      await make('--role', 'till', '--expires', shortestEnd),
    ];
    const successor = await cell.loyaltyctl<Key>('keys', 'rotate', replaced.id, '--overlap', '168h');
    await cell.loyaltyctl('keys', 'revoke', revoked.id);
    await cell.loyaltyctl('keys', 'narrow', till.id, '--permissions', 'members:find');
    await pause(5_000);
    const statuses = new Map([
      [till.key, 200],
      [replaced.key, 200],
      [successor.key, 200],
      [revoked.key, 401],
      [ended.key, 401],
    ]);
    const keys = new KeysOfShop(shop, await readRows(cell, shop), statuses);
    const faults = await keys.#refusalsIn(cell);
    if (faults.length > 0) throw new Error(faults.join('; '));
    return keys;
  }

  /** Returns what is wrong in the other cell: rows that differ, and keys that open more or less than before. */
  async faultsIn(cell: Cell): Promise<readonly string[]> {
    const here = new Set(await readRows(cell, this.#shop));
    const lost = this.#before.filter((row) => !here.has(row));
    return [
      ...(lost.length === 0 ? [] : [`keys or their log differ: ${lost.slice(0, 2).join(', ')}`]),
      ...(await this.#refusalsIn(cell)),
    ];
  }

  async #refusalsIn(cell: Cell): Promise<readonly string[]> {
    const faults: string[] = [];
    for (const [key, expected] of this.#statuses) {
      const { status } = await fetch(`${cell.baseUrl}/tenants/${this.#shop.tenantId}/members?ref=nobody`, {
        headers: { 'X-API-Key': key },
      });
      if (status !== expected) faults.push(`a key got ${status.toString()}, not ${expected.toString()}`);
    }
    return faults;
  }
}

/** Reads the rows without the columns that uses of a key write. */
const readRows = async ({ db }: Cell, { environmentId }: Shop): Promise<readonly string[]> => {
  const rows = await db.query<{ row: string }>(
    `SELECT (to_jsonb(k) - ARRAY['environment_id', 'last_used_on', 'used_permissions'])::text AS row
       FROM api_keys k WHERE environment_id = $1
     UNION ALL
     SELECT (to_jsonb(a) - 'environment_id')::text FROM audit_entries a WHERE environment_id = $1
     ORDER BY row`,
    [environmentId],
  );
  return rows.map(({ row }) => row);
};
