import { numberOption, positiveOption, type ValuesOf } from '@loyalty/stack/drill';

export const options = {
  tenants: numberOption('tenants that are loaded', 10_000),
  active: numberOption(
    'the number of tenants that the load is spread over first; afterwards it is spread over all',
    1_000,
  ),
  seconds: numberOption('length of each measurement; the warm-up is a third of it', 20),
  rounds: positiveOption('how often few and many are measured in turn', 2),
  rate: numberOption('evaluates a second', 200),
  idleSeconds: numberOption('length of the measurement at rest', 60),
};

export type TenantsOptions = ValuesOf<typeof options>;
