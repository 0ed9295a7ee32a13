import { askTogether } from './ask-together.ts';

const doubling = () => {
  const calls: (readonly number[])[] = [];
  const ask = askTogether((questions: readonly number[]) => {
    calls.push(questions);
    return Promise.resolve(questions.map((question) => question * 2));
  });
  return { calls, ask };
};

describe('asking together', () => {
  it('asks once for a whole turn, and gives each its own answers', async () => {
    const { calls, ask } = doubling();
    const answers = await Promise.all([ask([1, 2]), ask([]), ask([3])]);
    expect(answers).toEqual([[2, 4], [], [6]]);
    expect(calls).toEqual([[1, 2, 3]]);
  });

  it('asks anew in a later turn', async () => {
    const { calls, ask } = doubling();
    await ask([1]);
    await ask([2]);
    expect(calls).toEqual([[1], [2]]);
  });

  it('fails for everybody who asked, and not for those who ask later', async () => {
    let isAway = true;
    const ask = askTogether((questions: readonly number[]) =>
      isAway ? Promise.reject(new Error('away')) : Promise.resolve(questions),
    );
    const failed = await Promise.allSettled([ask([1]), ask([2])]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isAway = false;
    expect(await ask([3])).toEqual([3]);
  });
});
