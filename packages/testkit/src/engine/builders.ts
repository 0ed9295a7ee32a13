import { headers as names, topics } from '@loyalty/contracts';
import type { InboundRecord } from '@loyalty/kafka';
import type { CampaignId, EnvironmentId, MemberId, TenantId } from '@loyalty/kernel';
import type { Account, Snapshot } from '@loyalty/rules';
import type { Campaign } from '@loyalty/rules/campaigns';
import { account, campaign, nowMs as testAtMs, snapshot } from '@loyalty/rules/testing';
import type { Message } from '@loyalty/streams';

export { testAtMs };
export const testEnvironmentId = 7 as EnvironmentId;

/** Bytes in the registry's wire format: schema 1, and a payload that no test reads. */
export const testBytes = Buffer.from('\0\0\0\0\u0001body');

/** Headers of a request whose caller waits for the reply. */
export const replyHeaders: Readonly<Record<string, string>> = {
  [names.replyTopic]: topics.replies,
  [names.replyPartition]: '3',
  [names.correlationId]: 'correlation-1',
};

/**
 * Returns a record of the test environment on the tills' topic. Given headers are added to the environment's.
 */
export const testRecord = ({ headers, ...given }: Partial<InboundRecord> = {}): InboundRecord => ({
  topic: topics.evaluate,
  partition: 0,
  offset: 0,
  timestamp: testAtMs,
  key: null,
  value: testBytes,
  headers: { [names.environment]: testEnvironmentId.toString(), ...headers },
  ...given,
});

/** Returns a message of the interactive lane. */
export const testMessage = <T>(value: T, given: Partial<InboundRecord> = {}): Message<T> => ({
  record: testRecord(given),
  consumerGroup: 'test-engine',
  lane: 'interactive',
  value,
});

/** Returns an active campaign of 10 points without conditions. */
export const testCampaign = (given: Partial<Campaign> = {}): Campaign =>
  campaign({ id: '0198c0de-1111-7000-8000-000000000001' as CampaignId, ...given });

/** Returns the configuration of the live test environment, in its first version and without campaigns. */
export const testSnapshot = ({ campaigns = [], ...given }: Partial<Snapshot> = {}): Snapshot =>
  snapshot(campaigns, {
    environmentId: testEnvironmentId,
    tenantId: '0198c0de-0000-7000-8000-000000000001' as TenantId,
    mode: 'live',
    secret: Buffer.alloc(32, 7),
    ...given,
  });

/** Returns an active member with 100 points and three ledger entries. */
export const testAccount = (given: Partial<Account> = {}): Account =>
  account({ memberId: '0198c0de-7a11-8d4f-8e32-5c8e3b01d002' as MemberId, ledgerSeq: 3, ...given });
