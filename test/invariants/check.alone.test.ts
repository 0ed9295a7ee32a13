import { loyaltyctl } from '../support/loyaltyctl.ts';

test('▲ after all tests the database is sound: a line for each promise, and none is broken', async () => {
  const { code, stdout } = await loyaltyctl('check', '--all');
  expect(stdout).not.toContain('✗');
  // This stack has no amcheck, and says so.
  expect(stdout).toMatch(
    /^Checking all data\.\n(✓ .+\n)+○ .+amcheck is not installed\.\n\d+ of \d+ checks hold, 1 was not made: .+\.\n$/,
  );
  expect(code).toBe(0);
});
