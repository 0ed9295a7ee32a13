import { runService } from '@loyalty/service';
import { balanceFollowerSettings } from './config.ts';
import { createBalanceFollower } from './service.ts';

await runService({
  name: 'balance-follower',
  settings: balanceFollowerSettings,
  createParts: createBalanceFollower,
});
