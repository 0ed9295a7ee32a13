import { setTimeout as pause } from 'node:timers/promises';
import { ask, askPatiently, type Answer } from '../../ask.ts';
import { loyaltyctlJson } from '../../loyaltyctl.ts';
import { createBareTenant, liveOf } from '../../tenants.ts';
import type { Scene, Variant } from './variant.ts';

/** A permission or an end that is taken is gone everywhere within 10 s (D3). */
const takenWithinMs = 10_000;
const lookEveryMs = 50;

interface Key {
  readonly tenantId: string;
  readonly id: string;
  readonly key: string;
}

/** Returns what a key still opens that was taken from it; null where it was not. */
type Look = (scene: Scene) => Promise<string | null>;

/** Keys that were narrowed, replaced or revoked in the tail stay so: none is served as it was, not once. */
export const lostRevocation: Variant = {
  title: 'keys were narrowed, rotated and revoked in the tail',
  begin: async (scene) => {
    const { tenantId } = await createBareTenant(scene.stack, 'Keys');
    const keys = await makeKeys(scene, tenantId);
    const looks = looksOf(keys);
    const watching = new AbortController();
    let watched = Promise.resolve();
    return {
      inTail: async () => {
        await takeAway(scene, keys);
        await untilTaken(scene, looks);
      },
      afterwards: () => {
        watched = watch(scene, looks, watching.signal);
        return Promise.resolve();
      },
      atRest: async () => {
        watching.abort();
        await watched;
        for (const look of looks) await note(scene, look);
        await requireOpen(scene, keys);
      },
    };
  },
};

type Keys = Readonly<
  Record<'revoked' | 'maker' | 'made' | 'narrowed' | 'ofAdmin' | 'replaced' | 'overlapping', Key>
>;

const makeKeys = async (scene: Scene, tenantId: string): Promise<Keys> => {
  const make = async (...flags: readonly string[]): Promise<Key> => {
    const limit = ['--rate-limit', '100000000'];
    const line = ['keys', 'create'].concat(liveOf({ tenantId }), limit, flags);
    const created = await loyaltyctlJson<Pick<Key, 'id' | 'key'>>(scene.stack, ...line);
    return { tenantId, id: created.id, key: created.key };
  };
  const maker = await make('--role', 'admin');
  return {
    revoked: await make('--role', 'marketer'),
    maker,
    made: await makeOverApi(scene, maker),
    narrowed: await make('--permissions', 'campaigns:read,tiers:read'),
    ofAdmin: await make('--role', 'admin'),
    replaced: await make('--permissions', 'campaigns:read', '--expires', '90d'),
    overlapping: await make('--permissions', 'campaigns:read'),
  };
};

/** Makes a key with the other key, so that it is revoked together with its maker. */
const makeOverApi = async ({ stack }: Scene, maker: Key): Promise<Key> => {
  const body = { name: 'made', permissions: ['campaigns:read'] };
  const { status, text } = await askPatiently(
    { stack, tenant: maker },
    { method: 'POST', path: '/api-keys', body },
  );
  if (status !== 201) throw new Error(`the key was not made: ${text}`);
  const { id, key } = JSON.parse(text) as Pick<Key, 'id' | 'key'>;
  return { tenantId: maker.tenantId, id, key };
};

/** Takes keys away as an operator and over the API. */
const takeAway = async ({ stack }: Scene, keys: Keys): Promise<void> => {
  const change = async (key: Key, method: string, path: string, body: object): Promise<void> => {
    const { status, text } = await askPatiently({ stack, tenant: keys.ofAdmin }, { method, path, body });
    if (status >= 300) throw new Error(`key ${key.id} was not changed: ${text}`);
  };
  await change(keys.narrowed, 'PATCH', `/api-keys/${keys.narrowed.id}`, { permissions: ['campaigns:read'] });
  await change(keys.overlapping, 'POST', `/api-keys/${keys.overlapping.id}/rotate`, { overlapHours: 1 });
  await loyaltyctlJson(stack, 'keys', 'rotate', keys.replaced.id, '--overlap', '0');
  await loyaltyctlJson(stack, 'keys', 'revoke', keys.revoked.id);
  await loyaltyctlJson(stack, 'keys', 'revoke', keys.maker.id, '--also-made');
  await loyaltyctlJson(stack, 'keys', 'narrow', keys.ofAdmin.id, '--permissions', 'campaigns:read');
};

const get = ({ stack }: Scene, tenant: Key, path: string): Promise<Answer> =>
  ask({ stack, tenant }, { method: 'GET', path });

const opens =
  (key: Key, path: string, what: string): Look =>
  async (scene) =>
    (await get(scene, key, path)).status === 200 ? `${what} key opens ${path}` : null;

/** The old key of a rotation goes on until its end, and has one. */
const isEndless =
  (key: Key): Look =>
  async (scene) => {
    const { status, text } = await get(scene, key, '/credential');
    return status === 200 && text.includes('"expiresAt":null') ? 'replaced key has no end' : null;
  };

const looksOf = (keys: Keys): readonly Look[] => [
  opens(keys.revoked, '/campaigns', 'revoked'),
  opens(keys.maker, '/campaigns', 'revoked'),
  opens(keys.made, '/campaigns', 'revoked'),
  opens(keys.replaced, '/campaigns', 'replaced'),
  opens(keys.narrowed, '/tiers', 'narrowed'),
  opens(keys.ofAdmin, '/tiers', 'narrowed'),
  isEndless(keys.overlapping),
];

const untilTaken = async (scene: Scene, looks: readonly Look[]): Promise<void> => {
  const untilMs = Date.now() + takenWithinMs;
  for (const look of looks)
    for (let left = await look(scene); left !== null; left = await look(scene)) {
      if (Date.now() > untilMs) throw new Error(`after 10 s: ${left}`);
      await pause(lookEveryMs);
    }
};

const watch = async (scene: Scene, looks: readonly Look[], signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    for (const look of looks) await note(scene, look).catch(() => undefined);
    await pause(lookEveryMs);
  }
};

const note = async (scene: Scene, look: Look): Promise<void> => {
  const left = await look(scene);
  if (left !== null) scene.violations.add(left, new Date().toISOString());
};

/** Keys still open for the rest: a refusal of everything would hide that nothing was taken apart. */
const requireOpen = async (scene: Scene, keys: Keys): Promise<void> => {
  for (const key of [keys.narrowed, keys.ofAdmin, keys.overlapping]) {
    const { status, text } = await get(scene, key, '/campaigns');
    if (status !== 200) scene.violations.add('key lost more than was taken', `${status.toString()} ${text}`);
  }
};
