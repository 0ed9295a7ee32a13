import { suspendMemberAgain } from '@loyalty/accounts';
import { deleteWebhook, revokeApiKey, writeTransaction } from '@loyalty/programme';
import type { Database } from '@loyalty/storage';
import type { Connections } from '../service/connections.ts';
import { lostSinceMs, type EpochStep } from './epoch-step.ts';
import { readFacts, type KeptFact } from './read-facts.ts';

type TakingAway = KeptFact<'management.written' | 'member.state_changed'>;

/**
 * Revokes keys, deletes webhooks and suspends members again, as lost commits had done. Who was reinstated or changed behind that, in a commit
 * that is there, stays so.
 */
export const takeAwayAgain = (
  connections: Pick<Connections, 'kafka' | 'registry' | 'opening'>,
): EpochStep => ({
  name: 'takings-away',
  run: async (epoch, signal) => {
    const newest = new Map<string, TakingAway>();
    await readFacts(connections, {
      ...{ types: ['management.written', 'member.state_changed'], sinceMs: lostSinceMs(epoch), signal },
      onFact: (kept) => {
        const name = nameOf(kept);
        if ((newest.get(name)?.occurredAtMs ?? 0) <= kept.occurredAtMs) newest.set(name, kept);
      },
    });
    for (const kept of newest.values()) {
      signal.throwIfAborted();
      await apply(connections.opening, kept);
    }
  },
});

/** What it is about: of several facts about one, the newest counts. */
const nameOf = ({ fact, environmentId }: TakingAway): string =>
  fact.type === 'member.state_changed'
    ? `${environmentId.toString()} member ${fact.data.memberId}`
    : `${environmentId.toString()} ${fact.data.kind} ${fact.data.entityId}`;

const apply = async (db: Database, { fact, environmentId, occurredAtMs }: TakingAway): Promise<void> => {
  if (fact.type === 'member.state_changed') {
    const { memberId, to } = fact.data;
    if (to === 'suspended')
      await writeTransaction(db, (tx) =>
        suspendMemberAgain(tx, environmentId, { memberId, atMs: occurredAtMs }),
      );
    return;
  }
  const { kind, entityId, action } = fact.data;
  if (kind === 'api-key' && action === 'revoked') await revokeApiKey(db, environmentId, entityId);
  if (kind === 'webhook' && action === 'deleted')
    await deleteWebhook(db, environmentId, { webhookId: entityId });
};
