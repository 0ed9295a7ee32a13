import { setTimeout as pause } from 'node:timers/promises';
import { ask } from '../../ask.ts';
import { loyaltyctlJson } from '../../loyaltyctl.ts';
import type { FaultTenant } from '../../fault-tenant.ts';
import { createBareTenant, liveOf } from '../../tenants.ts';
import type { Scene, Variant } from './variant.ts';

/** A revoked key is refused everywhere within 10 s (D3). */
const revokedWithinMs = 10_000;
const lookEveryMs = 50;

/** A key is revoked in the tail; it must stay refused from then on. */
export const lostRevocation: Variant = {
  title: 'a key was revoked in the tail',
  begin: async (scene) => {
    const { stack } = scene;
    const { tenantId } = await createBareTenant(stack, 'Keys');
    const { id, key } = await loyaltyctlJson<{ id: string; key: string }>(
      stack,
      'keys',
      'create',
      ...liveOf({ tenantId }),
      '--rate-limit',
      '100000000',
    );
    const revoked = { tenantId, key };
    const watching = new AbortController();
    let watched = Promise.resolve();
    return {
      inTail: async () => {
        await loyaltyctlJson(stack, 'keys', 'revoke', id);
        await untilRefused(scene, revoked);
      },
      afterwards: () => {
        watched = watch(scene, revoked, watching.signal);
        return Promise.resolve();
      },
      atRest: async () => {
        watching.abort();
        await watched;
        await lookAt(scene, revoked);
      },
    };
  },
};

const opens = async ({ stack }: Scene, revoked: FaultTenant): Promise<boolean> =>
  (await ask({ stack, tenant: revoked }, { method: 'GET', path: '/campaigns' })).status === 200;

const untilRefused = async (scene: Scene, revoked: FaultTenant): Promise<void> => {
  const untilMs = Date.now() + revokedWithinMs;
  while (await opens(scene, revoked)) {
    if (Date.now() > untilMs) throw new Error('the revoked key is not refused');
    await pause(lookEveryMs);
  }
};

const watch = async (scene: Scene, revoked: FaultTenant, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    await lookAt(scene, revoked).catch(() => undefined);
    await pause(lookEveryMs);
  }
};

const lookAt = async (scene: Scene, revoked: FaultTenant): Promise<void> => {
  if (await opens(scene, revoked)) scene.violations.add('revoked key opens', new Date().toISOString());
};
