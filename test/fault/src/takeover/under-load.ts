import { setTimeout as pause } from 'node:timers/promises';
import type { OwnStack } from '@loyalty/stack';
import type { FaultTenant } from '../fault-tenant.ts';
import type { Violations } from '../violations.ts';
import { runSteadyLoad, type Served } from './steady-load.ts';

/** The stack of a takeover run, its tenant, and the broken promises. */
export interface Run {
  readonly stack: OwnStack;
  readonly tenant: FaultTenant;
  readonly violations: Violations;
}

/** The group is at rest, and the next process has warmed up. */
export const restMs = 3_000;

/** Does `work` under load, with a rest before and after it. */
export const underLoad = async (
  { stack, tenant }: Run,
  name: string,
  work: () => Promise<void>,
): Promise<Served> => {
  const loading = new AbortController();
  const { baseUrl } = stack.now();
  const load = runSteadyLoad({ baseUrl, tenant, name }, loading.signal);
  try {
    await pause(restMs);
    await work();
    await pause(restMs);
  } finally {
    loading.abort();
  }
  return load;
};
