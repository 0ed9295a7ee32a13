import { createKeyOnStack, createTenantOnStack, loyaltyctl } from '../testing/loyaltyctl-on-stack.ts';

let tenant: string;
beforeAll(async () => {
  tenant = await createTenantOnStack();
});

const probe = (key: string, ...flags: readonly string[]) =>
  loyaltyctl(['probe', '--tenant', tenant, '--key', key, '--within', '1m', ...flags]);

test('a stack that works holds, and so does the next run', async () => {
  const key = await createKeyOnStack(tenant, 'test');
  for (let run = 0; run < 2; run += 1) {
    const { exitCode, out, err } = await probe(key, '--json');
    expect([exitCode, err]).toEqual([0, '']);
    expect(JSON.parse(out)).toMatchObject({
      holds: true,
      tenantId: tenant,
      transactionRef: expect.stringMatching(/^probe-\d{4}-/) as string,
      steps: [
        { step: 'enrol', status: run === 0 ? 201 : 200 },
        { step: 'receipt', status: 200 },
        { step: 'repeat', status: 200 },
        { step: 'redeem', status: 404, code: 'CAMPAIGN_NOT_FOUND' },
        { step: 'member', status: 200 },
      ],
      failure: null,
    });
  }
});

test('a live key is refused before anything is sent, unless --live says so', async () => {
  const key = await createKeyOnStack(tenant, 'live');
  const { exitCode, out, err } = await probe(key);
  expect([exitCode, out]).toEqual([2, '']);
  expect(err).toBe(
    'loyaltyctl: The key is a live key, so its receipts would earn points: give a test key, or pass --live.\n',
  );
  expect(await probe(key, '--live')).toMatchObject({ exitCode: 0, err: '' });
});

test('a wrong key ends the run at its first step', async () => {
  const { exitCode, out, err } = await probe('sk_test_wrong');
  expect(exitCode).toBe(1);
  expect(out).toMatch(/^✗ enrol +\d+ ms\n$/);
  expect(err).toBe(
    'The step «enrol» had the wrong response (401 UNAUTHORIZED): look at the key and --tenant.\n',
  );
});
