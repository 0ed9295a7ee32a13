import { randomUUID } from 'node:crypto';
import type { PublicEventType } from '@loyalty/contracts/webhooks';
import { invariant } from '@loyalty/kernel';
import type { FactToPublish } from '@loyalty/streams/facts';
import { withDatabase } from '@loyalty/testkit/database';
import type { Contender } from '../contender.ts';
import type { BenchRun } from '../measure/bench-run.ts';
import { fundMembers } from '../measure/fund-members.ts';
import { openOurTenant } from '../our-service.ts';
import { registerEndpoints } from './endpoints.ts';

/**
 * The type of event that the endpoints subscribe to. Other followers (tiers, segments, fulfilment) skip this type by its
 * header, so only the dispatcher works. It names a member, so the dispatcher reads and stores as much as for a receipt.
 */
const event: PublicEventType = 'member.stamp_card_completed';
/** Makes a body as large as that of a receipt with three campaigns, 760 bytes. */
const campaignName = 'Ten stamps and a coffee. '.repeat(15);
const membersEach = 1_000;

/** A tenant with members about whom facts can be published. */
export interface SubscribedTenant {
  readonly tenant: Contender;
  readonly memberIds: readonly string[];
  /** The ids of its endpoints. */
  readonly webhookIds: readonly string[];
  /** Builds a new fact about a random member. */
  fact(occurredAtMs: number): FactToPublish;
}

/** Creates a tenant with an endpoint for each URL. */
export const openSubscribedTenant = async (
  run: BenchRun,
  urls: readonly string[],
): Promise<SubscribedTenant> => {
  const tenant = await openOurTenant(run.stack, []);
  await fundMembers(tenant, { members: membersEach, memberPrefix: 'subscribed-' }, () => 0);
  const members = await readMembers(tenant);
  const webhookIds = await registerEndpoints(run, tenant, { urls, event });
  const campaignId = randomUUID();
  return {
    tenant,
    webhookIds,
    memberIds: members.map(({ id }) => id),
    fact: (occurredAtMs) => {
      const member = members[Math.floor(Math.random() * members.length)];
      invariant(member !== undefined, 'the tenant has members');
      return {
        key: member.key,
        id: randomUUID(),
        occurredAt: Math.trunc(occurredAtMs),
        ledgerSeq: null,
        environmentId: tenant.environmentId,
        tenantId: tenant.tenantId,
        fact: { type: event, data: { memberId: member.id, campaignId, campaignName } },
      };
    },
  };
};

interface MemberName {
  readonly id: string;
  /** The key of this member's facts. */
  readonly key: string;
}

const readMembers = ({ databaseUrl, environmentId }: Contender): Promise<MemberName[]> =>
  withDatabase(databaseUrl, async (db) => {
    const sql = 'SELECT id, member_key AS key FROM members WHERE environment_id = $1';
    const rows = await db.query<{ id: string; key: Buffer }>(sql, [environmentId]);
    return rows.map(({ id, key }) => ({ id, key: key.toString('base64url') }));
  });
