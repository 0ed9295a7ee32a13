import type { PoolPlan } from '@loyalty/storage';
import { usualPoolMax } from './config.ts';
import { previewsMax } from './usecases/segments/preview-segment.ts';

export const ingressPools = {
  // A look-up takes a millisecond, and its result is kept for seconds.
  access: { max: 2, use: 'keys, tenants and readiness, which no other request can delay' },
  requests: { max: usualPoolMax, use: 'all requests but those below; `DATABASE_POOL_MAX`' },
  // Two of them keep one core of the database busy, and no more.
  lists: { max: 2, use: 'lists and searches, which may read many rows' },
  previews: { max: previewsMax, use: 'previews of segments, which read every member of an environment' },
  logs: { max: 1, use: 'request logs of test keys' },
  locks: { max: 2, use: 'advisory locks: of the outbox; of a dead owner of outbox rows' },
} as const satisfies PoolPlan;
