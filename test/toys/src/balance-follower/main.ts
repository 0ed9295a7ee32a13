import { streamServiceSettings } from '@loyalty/engine';
import { runService } from '@loyalty/shell';
import { createBalanceFollower } from './service.ts';

await runService({
  name: 'balance-follower',
  settings: streamServiceSettings,
  createParts: createBalanceFollower,
});
