import { createKeyOnStack, createTenantOnStack, loyaltyctl } from '../testing/loyaltyctl-on-stack.ts';

let tenant: string;
let key: string;
beforeAll(async () => {
  tenant = await createTenantOnStack();
  key = await createKeyOnStack(tenant, 'live');
});

const api = (line: readonly string[], body?: object) =>
  loyaltyctl(['api', ...line, '--tenant', tenant, '--key', key, ...(body ? ['--body', '-'] : [])], {
    input: [JSON.stringify(body ?? {})],
  });

interface Tier {
  readonly id: string;
  readonly etag: string;
}

// The console wants a fresh sign-in for both changes (D308); a key is no sign-in.
test('a tier is created, listed, and changed only in the version that was seen (D306)', async () => {
  const made = await api(['createTier'], { name: 'Gold', minLifetimePoints: 1_000, sortOrder: 1 });
  expect([made.exitCode, made.err]).toEqual([0, '']);
  const listed = await api(['listTiers', '--json']);
  const [tier] = (JSON.parse(listed.out) as { readonly tiers: readonly Tier[] }).tiers;
  expect(tier?.id).toBe((JSON.parse(made.out) as Tier).id);
  const change = ['updateTier', '--tierId', tier?.id ?? '', '--if-match', tier?.etag ?? ''];
  expect((await api(change, { name: 'Silver' })).exitCode).toBe(0);
  expect(await api(change, { name: 'Bronze' })).toEqual({
    exitCode: 1,
    out: '',
    err: expect.stringMatching(
      /^loyaltyctl: updateTier failed: 412 PRECONDITION_FAILED .*, etag "/,
    ) as string,
  });
});

test('a refused body is an error with each of its faults', async () => {
  const { exitCode, out, err } = await api(['createTier'], { name: 7 });
  expect([exitCode, out]).toEqual([1, '']);
  expect(err).toMatch(/400 VALIDATION_ERROR .*"pointer":"\/name"/);
});
