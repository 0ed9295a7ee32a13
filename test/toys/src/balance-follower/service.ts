import type { Part } from '@loyalty/kernel';
import type { ServiceContext } from '@loyalty/service';
import { followFacts } from '@loyalty/service/facts';
import { createStreamService } from '@loyalty/service/stream';
import type { BalanceFollowerConfig } from './config.ts';
import { factDecoder } from './inbound/consume-facts.ts';
import { balanceHandler } from './usecases/keep-balances.ts';

export const createBalanceFollower = (context: ServiceContext<BalanceFollowerConfig>): readonly Part[] =>
  createStreamService(context, { name: 'balance-follower' }, ({ kafka }) => ({
    groups: [followFacts({ kafka, consumerGroup: 'balance-follower', decoder: factDecoder })],
    handler: balanceHandler,
  }));
