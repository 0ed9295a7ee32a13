import type { Warning } from '@loyalty/contracts/http';
import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable, Statement } from '@loyalty/storage';
import { namedOnlyEvents, pollUrl } from './webhook-record.ts';

interface WarnedWebhook {
  /** It is null before the webhook is registered. */
  readonly id: string | null;
  readonly url: string;
  readonly events: readonly string[];
}

const statement: Statement = {
  name: 'webhooks-same-url',
  text: `SELECT o.id FROM webhooks o
          WHERE o.environment_id = $1 AND o.deleted_at IS NULL AND o.status = 'ACTIVE' AND o.url = $2
            AND o.id IS DISTINCT FROM $3::uuid
            AND (o.events && $4::text[] OR ('*' = ANY (o.events) AND NOT $4::text[] <@ $5::text[])
                                        OR ('*' = ANY ($4::text[]) AND NOT o.events <@ $5::text[]))
          ORDER BY o.created_at, o.id LIMIT 1`,
};

/**
 * Warns with SAME_URL_AS if some events are sent twice to its URL; it names the oldest of the other webhooks
 * (D124).
 */
export const findWebhookWarnings = async (
  db: Queryable,
  environmentId: EnvironmentId,
  { id, url, events }: WarnedWebhook,
): Promise<readonly Warning[]> => {
  if (url === pollUrl) return [];
  const [other] = await db.query<{ id: string }>(statement, [
    environmentId,
    url,
    id,
    events,
    namedOnlyEvents,
  ]);
  return other === undefined ? [] : [warningOf(other.id)];
};

const warningOf = (otherId: string): Warning => ({
  code: 'SAME_URL_AS',
  message: `The webhook ${otherId} sends some of the same events to this URL, so they are delivered twice.`,
  pointer: '/url',
});
