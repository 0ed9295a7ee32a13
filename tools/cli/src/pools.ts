import type { PoolPlan } from '@loyalty/storage';

export const commandPools = {
  commands: { max: 4, use: 'the command, one statement after the other; displays of its progress' },
  locks: { max: 1, use: 'the advisory lock of migrations, jobs and statistics' },
} as const satisfies PoolPlan;
