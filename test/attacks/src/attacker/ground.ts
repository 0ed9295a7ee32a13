import type { Pool } from 'undici';
import type { EnvironmentId } from '@loyalty/kernel';
import { inheritedEnvironment, loyaltyctlJson, type OwnStack } from '@loyalty/stack';
import type { Database } from '@loyalty/storage';
import { createApiKey } from '@loyalty/tables/keys';
import { createTenant } from '@loyalty/tables/tenants';
import { setSettings } from '@loyalty/tables/tenants/management';
import type { SpanReceiver } from '@loyalty/testkit/servers';
import { Caller } from './caller.ts';
import type { Limits } from './limits.ts';
import { Tally } from './tally.ts';

/** An environment of the attacker. */
export type Mode = 'live' | 'test';

/** The sizes of pasts that attacks load. */
export interface Sizes {
  /** Rows of one member's ledger and feed. */
  readonly rows: number;
  readonly members: number;
  readonly codes: number;
  readonly rewards: number;
  readonly receipts: number;
}

/** A tenant of its own for one attack, on the stack of the run. */
export interface Ground {
  readonly stack: OwnStack;
  readonly db: Database;
  readonly pool: Pool;
  readonly sizes: Sizes;
  /** Receives the traces that callers sampled; nothing else is traced. */
  readonly collector: SpanReceiver;
  /** The origin of the victim's endpoint. A path that ends with `/hang` gets no response. */
  readonly victimOrigin: string;
  readonly tenantId: string;
  readonly environmentIds: Readonly<Record<Mode, EnvironmentId>>;
  readonly keys: Readonly<Record<Limits, Readonly<Record<Mode, string>>>>;
  /** Callers without an effective limit, for what an attack prepares. */
  readonly live: Caller;
  readonly test: Caller;
  readonly loyaltyctl: <T>(...args: string[]) => Promise<T>;
}

/** The parts that all grounds share. */
export type GroundParts = Pick<Ground, 'collector' | 'db' | 'pool' | 'sizes' | 'stack' | 'victimOrigin'>;

const raisedPerMinute = 1_000_000;
/** The setting allows no more. */
const raisedLinesPerMinute = 120_000;

/** Creates a tenant for one attack, with keys of both limits. */
export const openGround = async (parts: GroundParts, name: string): Promise<Ground> => {
  const { db, pool, stack } = parts;
  const { id: tenantId, environmentIds } = await createTenant(db, { name });
  for (const mode of ['live', 'test'] as const)
    await set(db, environmentIds[mode], { webhooksOverPlainHttp: true });
  const keysOf = async (rateLimitPerMinute: number | null) => ({
    live: await makeKey(db, environmentIds.live, rateLimitPerMinute),
    test: await makeKey(db, environmentIds.test, rateLimitPerMinute),
  });
  const keys = { default: await keysOf(null), raised: await keysOf(raisedPerMinute) };
  const callerOf = (mode: Mode): Caller =>
    new Caller(pool, { tenantId, key: keys.raised[mode] }, new Tally());
  const options = {
    root: stack.now().root,
    env: Object.assign({}, inheritedEnvironment(), { LOYALTY_LOCAL_JSON: stack.localJsonPath }),
  };
  return Object.assign({}, parts, {
    tenantId,
    environmentIds,
    keys,
    live: callerOf('live'),
    test: callerOf('test'),
    loyaltyctl: <T>(...args: string[]) => loyaltyctlJson<T>(options, args),
  });
};

/** Sets how many items of bulk calls and lines of imports a minute the attacker may send, by the limits of a blow. */
export const setItemLimit = async ({ db, environmentIds }: Ground, limits: Limits): Promise<void> => {
  const bulkItemsPerMinute = limits === 'raised' ? raisedPerMinute : null;
  const importLinesPerMinute = limits === 'raised' ? raisedLinesPerMinute : null;
  for (const id of Object.values(environmentIds))
    await set(db, id, { bulkItemsPerMinute, importLinesPerMinute });
};

/** Creates a key. Returns its text. */
export const makeKey = async (
  db: Database,
  environmentId: EnvironmentId,
  rateLimitPerMinute: number | null,
): Promise<string> => {
  const made = await createApiKey(db, environmentId, { name: 'made by a run', rateLimitPerMinute });
  if (made.outcome === 'refused') throw new Error(`a key was refused: ${made.reason}`);
  return made.keyText;
};

/** Sets settings of an environment; throws when they are refused. */
export const set = async (
  db: Database,
  environmentId: EnvironmentId,
  settings: Parameters<typeof setSettings>[2],
): Promise<void> => {
  const { outcome } = await setSettings(db, environmentId, settings);
  if (outcome !== 'changed' && outcome !== 'unchanged') throw new Error(`settings were refused: ${outcome}`);
};
