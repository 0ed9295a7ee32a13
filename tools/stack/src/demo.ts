/** A tenant that exists only on the local stack, with one key for each of its environments. */
export interface DemoTenant {
  readonly tenantId: string;
  readonly liveKey: string;
  readonly testKey: string;
}

/** The tenant of the examples, and a second one to try isolation. */
export const demoTenants: readonly [DemoTenant, DemoTenant] = [
  { tenantId: '0198c0de-0000-7000-8000-000000000001', liveKey: 'sk_live_demo', testKey: 'sk_test_demo' },
  { tenantId: '0198c0de-0000-7000-8000-000000000002', liveKey: 'sk_live_demo2', testKey: 'sk_test_demo2' },
];
