import type { EnvironmentId, TenantId } from '@loyalty/kernel';
import type { Mode } from '@loyalty/rules';
import type { DatabaseShares } from '@loyalty/storage';
import type { SecretBox } from '@loyalty/storage/secrets';
import type { InvalidContent } from '@loyalty/tables/configuration';
import { getSettings } from '@loyalty/tables/tenants/management';
import { isHttpAllowed, pollUrl, type WebhookInput } from '@loyalty/tables/webhooks';
import {
  createWebhook,
  type CreateWebhookResult,
  updateWebhook,
  type UpdateWebhookResult,
  type WebhookChange,
} from '@loyalty/tables/webhooks/management';
import type { ManagementCall } from '../audited-calls.ts';
import type { Keeping, Managed } from './management-writes.ts';

interface WebhookPorts {
  readonly db: DatabaseShares;
  readonly managed: Managed;
  readonly box: SecretBox;
  readonly judgeTarget: JudgeTarget;
}

/** Creates a function that registers webhooks (D71). */
export const createRegisterWebhook =
  (ports: WebhookPorts) =>
  async (caller: ManagementCall, webhook: WebhookInput, keeping: Keeping): Promise<CreateWebhookResult> =>
    (await findUrlFault(ports, caller, webhook.url)) ??
    createWebhook(
      { box: ports.box, db: keeping(ports.managed(caller, { kind: 'webhook' })) },
      caller.credential.environmentId,
      webhook,
    );

/** Creates a function that changes webhooks. A new URL is checked as that of a new endpoint is. */
export const createChangeWebhook =
  (ports: WebhookPorts) =>
  async (caller: ManagementCall, change: WebhookChange): Promise<UpdateWebhookResult> =>
    (await findUrlFault(ports, caller, change.patch.url)) ??
    updateWebhook(
      { box: ports.box, db: ports.managed(caller, { kind: 'webhook', id: change.webhookId }) },
      caller.credential.environmentId,
      change,
    );

export type RegisterWebhook = ReturnType<typeof createRegisterWebhook>;
export type ChangeWebhook = ReturnType<typeof createChangeWebhook>;

const findUrlFault = async (
  { db, judgeTarget }: WebhookPorts,
  { credential: { environmentId, tenantId, mode } }: ManagementCall,
  url: string | undefined,
): Promise<InvalidContent | null> => {
  if (url === undefined || url === pollUrl) return null;
  const settings = mode === 'test' ? null : await getSettings(db.of(environmentId), environmentId);
  const message = judgeTarget(url, {
    environmentId,
    tenantId,
    mode,
    isHttpAllowed: isHttpAllowed(mode, { ...settings }),
  });
  return message === null ? null : { outcome: 'invalid', faults: [{ pointer: '/url', message }] };
};

export interface TargetOwner {
  readonly environmentId: EnvironmentId;
  readonly tenantId: TenantId;
  readonly mode: Mode;
  readonly isHttpAllowed: boolean;
}

/** Returns a sentence that reveals nothing about the internal network; null if the URL may be registered. */
export type JudgeTarget = (url: string, owner: TargetOwner) => string | null;
