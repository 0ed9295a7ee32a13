import { numberOption, positiveOption, type ValuesOf } from '@loyalty/stack/drill';

export const options = {
  tenants: numberOption('tenants that are loaded', 10_000),
  active: numberOption(
    'tenants among which the load is spread first; afterwards it is spread among all',
    1_000,
  ),
  seconds: numberOption('length of each measurement; its warm-up is a third of it', 20),
  rounds: positiveOption('how often few and many are measured in turn', 2),
  rate: numberOption('evaluates a second', 200),
  idleSeconds: numberOption('length of the measurement at rest', 60),
};

export type TenantsOptions = ValuesOf<typeof options>;
