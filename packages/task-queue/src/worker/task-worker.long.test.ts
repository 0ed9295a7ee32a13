import { historyRuns } from '@loyalty/testkit/runs';
import { simulateTasks } from '@loyalty/testkit/simulation';

/** One takes half a second. `npm run sim -- --tasks --count 2000` runs more. */
const seeds = Math.ceil(historyRuns / 2);

it('▲ a queue survives any failure: nothing is lost, nothing counts twice, destinations keep to their limits', async () => {
  for (let seed = 1; seed <= seeds; seed += 1) {
    const { violation } = await simulateTasks({ seed });
    expect([seed, violation]).toEqual([seed, null]);
  }
}, 1_200_000);
