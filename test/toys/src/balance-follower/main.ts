import { streamServiceSettings } from '@loyalty/stream-service';
import { runService } from '@loyalty/shell';
import { createBalanceFollower } from './service.ts';

await runService({
  name: 'balance-follower',
  settings: streamServiceSettings,
  createParts: createBalanceFollower,
});
