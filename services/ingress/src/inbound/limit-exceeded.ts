import { problem, type Problem } from '@loyalty/http';
import type { LimitExceeded } from '@loyalty/programme';

/** 409 with what is limited, and to how much (D74). */
export const limitExceeded = ({ limit, of }: LimitExceeded): Problem =>
  problem('LIMIT_EXCEEDED', { context: { limit, of } });
