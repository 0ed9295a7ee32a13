import { suspendMemberAgain } from '@loyalty/accounts';
import type { TypedFact } from '@loyalty/contracts';
import { deleteWebhook } from '@loyalty/webhooks';
import { revokeApiKey } from '@loyalty/configuration';
import { noteLeftOut, type Database, type PublishedFact, writeTransaction } from '@loyalty/storage';
import { subjectOf } from './fact-effects.ts';
import type { PublishedFactsFollower, PublishedFactsReading } from './follow-published-facts.ts';
import { SharedSubjects } from './shared-subjects.ts';

/**
 * Revokes keys, deletes webhooks and suspends members again, as lost commits had done. A later surviving commit, such as a reinstatement,
 * is kept. The facts of an environment beyond its share are left out and counted for the epoch.
 */
export const takeAwayAgain = (db: Database, subjectsMax?: number): PublishedFactsFollower => ({
  types: ['management.written', 'member.state_changed'],
  begin: ({ epoch }) => readingOf(db, epoch, new SharedSubjects(subjectsMax)),
});

const readingOf = (db: Database, epoch: string, takings: SharedSubjects): PublishedFactsReading => ({
  take: (facts) => {
    for (const fact of facts) note(takings, fact);
    return Promise.resolve();
  },
  end: async (signal) => {
    for (const taking of takings.all()) {
      signal.throwIfAborted();
      await apply(db, taking);
    }
    if (takings.leftOut > 0) await noteLeftOut(db, epoch, takings.leftOut);
  },
});

/** The newest fact of a subject counts: a fact that gives back is not kept, but removes the one that took away. */
const note = (takings: SharedSubjects, fact: PublishedFact): void => {
  const subject = subjectOf(fact);
  if (subject === null) return;
  if (isTakingAway(typedOf(fact))) takings.keep(subject, fact);
  else takings.forget(subject, fact);
};

type Taking = TypedFact<'management.written' | 'member.state_changed'>;

/** The services write no other data (`schemas/facts`), and no other types are read. */
const typedOf = ({ type, data }: PublishedFact): Taking => ({ type, data }) as unknown as Taking;

const isTakingAway = (fact: Taking): boolean => {
  if (fact.type === 'member.state_changed') return fact.data.to === 'suspended';
  const { kind, action } = fact.data;
  return (kind === 'api-key' && action === 'revoked') || (kind === 'webhook' && action === 'deleted');
};

const apply = async (db: Database, published: PublishedFact): Promise<void> => {
  const { environmentId, occurredAtMs: atMs } = published;
  const fact = typedOf(published);
  if (fact.type === 'member.state_changed') {
    const { memberId } = fact.data;
    await writeTransaction(db, (tx) => suspendMemberAgain(tx, environmentId, { memberId, atMs }));
    return;
  }
  const { kind, entityId } = fact.data;
  if (kind === 'api-key') await revokeApiKey(db, environmentId, entityId);
  else await deleteWebhook(db, environmentId, { webhookId: entityId });
};
