import { simulateWork } from '@loyalty/testkit';

/** `npm run sim -- --work --count 2000` runs more. */
const seeds = 100;

it('works off a queue through whatever goes wrong: nothing is lost, nothing counts twice, lanes keep to their limits', async () => {
  for (let seed = 1; seed <= seeds; seed += 1) {
    const { violation } = await simulateWork({ seed });
    expect([seed, violation]).toEqual([seed, null]);
  }
}, 300_000);
