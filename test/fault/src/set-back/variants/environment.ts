import { askPatiently } from '../../ask.ts';
import { receiptOf } from '../../load/operations.ts';
import type { FaultTenant } from '../../fault-tenant.ts';
import { activateCampaign, createBareTenant } from '../../tenants.ts';
import { readStored } from '../compare-with-stored.ts';
import { freeze } from '../frozen.ts';
import type { Listed } from '../listed.ts';
import type { Scene, Variant } from './variant.ts';

const receiptsCount = 20;
const lostPoints = 10;
const ownPoints = 20;
const fixed = (points: number): object => ({
  name: 'So many a receipt',
  earningRule: { type: 'FIXED_POINTS', points },
});

/**
 * A tenant is created in the tail and lost; a successor is created right after, with the same references. Engines are frozen
 * meanwhile. They read the lost tenant's records from Kafka when its environment number may already be reused.
 */
export const lostEnvironment: Variant = {
  title: 'a tenant was made in the tail, and another one is made after it',
  begin: (scene) => {
    const tail = new EnvironmentTail(scene);
    return Promise.resolve({
      inTail: () => tail.make(),
      justBefore: () => {
        tail.freeze();
      },
      afterwards: () => tail.succeed(),
      atRest: (listed) => tail.check(listed),
    });
  },
};

class EnvironmentTail {
  readonly #scene: Scene;
  #lost: FaultTenant | undefined;
  #successor: FaultTenant | undefined;
  #thaw: () => void = () => undefined;

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  async make(): Promise<void> {
    const { stack, client } = this.#scene;
    const tenant = await createBareTenant(stack, 'Lost');
    await activateCampaign({ stack, tenant }, fixed(lostPoints));
    for (let n = 0; n < receiptsCount; n += 1) await client.send(receiptAt(tenant, n, 100));
    this.#lost = tenant;
  }

  freeze(): void {
    this.#thaw = freeze(this.#scene.stack, 'earn-engine');
  }

  async succeed(): Promise<void> {
    const { stack, violations } = this.#scene;
    const tenant = await createBareTenant(stack, 'Successor').finally(this.#thaw);
    await activateCampaign({ stack, tenant }, fixed(ownPoints));
    this.#successor = tenant;
    for (let n = 0; n < receiptsCount; n += 1) {
      const { path, body, ref } = receiptAt(tenant, n, 200);
      const call = {
        method: 'POST',
        path: path.slice(path.indexOf('/transactions')),
        body: JSON.parse(body) as object,
      };
      const { status, text } = await askPatiently({ stack, tenant }, call);
      if (status !== 200) violations.add("answered by a stranger's receipt", `${ref}: ${text}`);
    }
  }

  async check(listed: Listed): Promise<void> {
    const { stack, violations } = this.#scene;
    const [lost, successor] = [this.#lost, this.#successor];
    if (lost === undefined || successor === undefined) throw new Error('the tenants were not made');
    if (!listed.has(lost.tenantId))
      violations.add('management write gone, not listed', `tenant ${lost.tenantId}`);
    const stored = await readStored(stack, [successor]);
    const strange = [...stored].filter(([, rows]) => rows.some(({ answer }) => !isOwn(answer)));
    for (const [name] of strange) violations.add('stored for a stranger', name);
    const count = stored.size.toString();
    if (stored.size !== receiptsCount) violations.add('stored for a stranger', `${count} receipts in all`);
  }
}

const isOwn = (answer: Buffer): boolean =>
  answer.toString().includes(`"pointsAwarded":${ownPoints.toString()}`);

const receiptAt = (tenant: FaultTenant, n: number, amount: number): ReturnType<typeof receiptOf> =>
  receiptOf({ tenant, ref: `receipt-${n.toString()}`, memberRef: `member-${n.toString()}` }, amount);
