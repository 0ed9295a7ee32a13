import { batchCalls } from './batch-calls.ts';

const doubling = () => {
  const calls: (readonly number[])[] = [];
  const ask = batchCalls((questions: readonly number[]) => {
    calls.push(questions);
    return Promise.resolve(questions.map((question) => question * 2));
  });
  return { calls, ask };
};

describe('batched calls', () => {
  it('make one call for a whole turn, and return to each caller its own results', async () => {
    const { calls, ask } = doubling();
    const results = await Promise.all([ask([1, 2]), ask([]), ask([3])]);
    expect(results).toEqual([[2, 4], [], [6]]);
    expect(calls).toEqual([[1, 2, 3]]);
  });

  it('make a new call in a later turn', async () => {
    const { calls, ask } = doubling();
    await ask([1]);
    await ask([2]);
    expect(calls).toEqual([[1], [2]]);
  });

  it('fail for every caller of the turn, and for none of a later one', async () => {
    let isAway = true;
    const ask = batchCalls((questions: readonly number[]) =>
      isAway ? Promise.reject(new Error('away')) : Promise.resolve(questions),
    );
    const failed = await Promise.allSettled([ask([1]), ask([2])]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isAway = false;
    expect(await ask([3])).toEqual([3]);
  });

  describe('with a pause between questions', () => {
    const everyMs = 250;
    const pausing = () => {
      const calls: (readonly number[])[] = [];
      const ask = batchCalls(
        (questions: readonly number[]) => {
          calls.push(questions);
          return Promise.resolve(questions);
        },
        { everyMs },
      );
      return { calls, ask };
    };

    it('gathers for longer after several have asked at once', async () => {
      const { calls, ask } = pausing();
      const beganMs = performance.now();
      await ask([1, 2]);
      const third = ask([3]);
      await new Promise((resolve) => setTimeout(resolve, everyMs / 4));
      await Promise.all([third, ask([4])]);
      expect(calls).toEqual([
        [1, 2],
        [3, 4],
      ]);
      expect(performance.now() - beganMs).toBeGreaterThan(everyMs - 2);
    });

    it('lets nobody wait who asks alone', async () => {
      const { calls, ask } = pausing();
      const beganMs = performance.now();
      await ask([1]);
      await ask([2]);
      expect(calls).toEqual([[1], [2]]);
      expect(performance.now() - beganMs).toBeLessThan(everyMs);
    });
  });
});
