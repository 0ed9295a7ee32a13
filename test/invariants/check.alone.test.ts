import { loyaltyctl } from '../support/loyaltyctl.ts';

test('▲ after all tests the database is sound: a line for each promise, and none is broken', async () => {
  const { code, stdout } = await loyaltyctl('check', '--all');
  expect(stdout).not.toContain('✗');
  expect(stdout).toMatch(/^Checking all data\.\n(✓ .+\n)+All \d+ checks hold\.\n$/);
  expect(code).toBe(0);
});
