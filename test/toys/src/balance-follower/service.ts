import type { Part } from '@loyalty/kernel';
import type { ServiceContext } from '@loyalty/service';
import { followFacts, memberUpdateDecoder } from '@loyalty/service/facts';
import type { StreamServiceConfig } from '@loyalty/service/settings';
import { createStreamService } from '@loyalty/service/stream';
import { balanceHandler } from './balance-handler.ts';

/** Follows receipts and enrolments, and skips every other fact. */
export const createBalanceFollower = (context: ServiceContext<StreamServiceConfig>): readonly Part[] =>
  createStreamService(context, { name: 'balance-follower' }, ({ kafka }) => {
    const decoder = memberUpdateDecoder({ 'member.enrolled': true, 'transaction.processed': true });
    return {
      groups: [followFacts({ kafka, consumerGroup: 'balance-follower', decoder })],
      handler: balanceHandler,
    };
  });
