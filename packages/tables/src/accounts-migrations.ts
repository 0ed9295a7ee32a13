import type { Migration } from '@loyalty/storage';
import { accountsMigration } from './0200-accounts.ts';
import { earningMigration } from './0201-earning.ts';
import { segmentMembersMigration } from './0202-segment-members.ts';
import { eventsMigration } from './0203-events.ts';
import { partitionsMigration } from './0204-partitions.ts';
import { lotsMigration } from './0205-lots.ts';
import { livesMigration } from './0206a-lives.ts';
import { livesIndexMigrations } from './0206b-lives-indexes.ts';
import { figuresMigration } from './0207-figures.ts';
import { announcedTierMigrations } from './0208-announced-tiers.ts';
import { dynamicSegmentsMigrations } from './0209-dynamic-segments.ts';
import { fulfilledRewardMigrations } from './0210-fulfilled-rewards.ts';
import { retriedRewardMigrations } from './0211-retried-rewards.ts';
import { lateRefreshMigrations } from './0212-late-refreshes.ts';
import { redeemedWithMigration } from './0219-redeemed-with.ts';
import { transactionsOfMemberMigrations } from './0220-transactions-of-member.ts';
import { rewardedTransactionsMigration } from './0221-rewarded-transactions.ts';
import { frozenEarlyMigration } from './0224-frozen-early.ts';
import { requestLogsMigration } from './0225-request-logs.ts';
import { askedRefreshMigrations } from './0231-asked-refreshes.ts';
import { rewardsExpiringMigration } from './0232-rewards-expiring.ts';

/** Every step of the accounts' part of the schema, in order. */
export const accountsMigrations: readonly Migration[] = [
  accountsMigration,
  earningMigration,
  segmentMembersMigration,
  eventsMigration,
  partitionsMigration,
  lotsMigration,
  livesMigration,
  ...livesIndexMigrations,
  figuresMigration,
  ...announcedTierMigrations,
  ...dynamicSegmentsMigrations,
  ...fulfilledRewardMigrations,
  ...retriedRewardMigrations,
  ...lateRefreshMigrations,
  redeemedWithMigration,
  ...transactionsOfMemberMigrations,
  rewardedTransactionsMigration,
  frozenEarlyMigration,
  requestLogsMigration,
  ...askedRefreshMigrations,
  rewardsExpiringMigration,
];
