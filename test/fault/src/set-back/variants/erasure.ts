import { setTimeout as pause } from 'node:timers/promises';
import { ask, askPatiently } from '../../ask.ts';
import { receiptOf } from '../../load/operations.ts';
import type { FaultTenant } from '../../fault-tenant.ts';
import { createBareTenant, make } from '../../tenants.ts';
import { sendUnjournaled } from '../send-unjournaled.ts';
import type { Scene, Variant } from './variant.ts';

const person = { externalRef: 'card-4711', name: 'Ada Erased', email: 'ada@erased.example' };
const lookEveryMs = 50;

/** Once the erasure of a member was acknowledged, no read may return that member. */
export const lostErasure: Variant = {
  title: 'a member was erased in the tail',
  begin: async (scene) => {
    const { stack } = scene;
    const tenant = await createBareTenant(stack, 'Erasures');
    const { id } = await make({ stack, tenant }, '/members', person);
    await sendUnjournaled(scene, receiptOf({ tenant, ref: 'before', memberRef: person.externalRef }, 100));
    const watching = new AbortController();
    let watched = Promise.resolve();
    return {
      inTail: async () => {
        const { status, text } = await askPatiently(
          { stack, tenant },
          {
            method: 'DELETE',
            path: `/members/${id}`,
          },
        );
        if (status !== 200) throw new Error(`the member was not erased: ${text}`);
      },
      afterwards: () => {
        watched = watch(scene, { tenant, memberId: id }, watching.signal);
        return Promise.resolve();
      },
      atRest: async () => {
        watching.abort();
        await watched;
        await lookAt(scene, { tenant, memberId: id });
        await expectRefused(scene, tenant);
      },
    };
  },
};

interface Erased {
  readonly tenant: FaultTenant;
  readonly memberId: string;
}

const watch = async (scene: Scene, erased: Erased, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    await lookAt(scene, erased).catch(() => undefined);
    await pause(lookEveryMs);
  }
};

const lookAt = async ({ stack, violations }: Scene, { tenant, memberId }: Erased): Promise<void> => {
  const { text } = await ask({ stack, tenant }, { method: 'GET', path: `/members/${memberId}` });
  if (Object.values(person).some((detail) => text.includes(detail)))
    violations.add('erased member readable', text);
};

const expectRefused = async ({ stack, violations }: Scene, tenant: FaultTenant): Promise<void> => {
  const body = { transactionRef: 'after', memberRef: person.externalRef, amount: 100 };
  const { status, text } = await askPatiently(
    { stack, tenant },
    {
      method: 'POST',
      path: '/transactions/evaluate',
      body,
    },
  );
  if (status !== 403) violations.add('erased member earns', `${status.toString()} ${text}`);
};
