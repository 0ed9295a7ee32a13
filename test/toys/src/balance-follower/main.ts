import { runService } from '@loyalty/service';
import { streamServiceSettings } from '@loyalty/service/settings';
import { createBalanceFollower } from './service.ts';

await runService({
  name: 'balance-follower',
  settings: streamServiceSettings,
  createParts: createBalanceFollower,
});
