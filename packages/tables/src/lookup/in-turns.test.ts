import { inTurns } from './timed-lookup.ts';

/** Calls that end when the test says so. */
const setUp = (limits: { atOnce: number; waitingMax: number }) => {
  const calls: { readonly questions: readonly number[]; readonly end: (failure?: Error) => void }[] = [];
  const ask = inTurns<number, string>(
    (questions) =>
      new Promise((resolve, reject) => {
        calls.push({
          questions,
          end: (failure) => {
            if (failure === undefined) resolve(questions.map((question) => `${question.toString()}!`));
            else reject(failure);
          },
        });
      }),
    limits,
  );
  return { calls, ask };
};

const turn = () => new Promise(setImmediate);

it('the first question is asked at once, and those that come meanwhile are asked together', async () => {
  const { calls, ask } = setUp({ atOnce: 2, waitingMax: 10 });
  const asked = Promise.all([1, 2, 3, 4].map((question) => ask(question)));
  for (let call = 0; call < 3; call += 1) {
    calls[call]?.end();
    await turn();
  }
  expect(calls.map(({ questions }) => questions)).toEqual([[1], [2, 3], [4]]);
  expect(await asked).toEqual(['1!', '2!', '3!', '4!']);
});

it('▲ more questions than may wait are refused at once, and take no further call', async () => {
  const { calls, ask } = setUp({ atOnce: 100, waitingMax: 3 });
  const results = Promise.allSettled(Array.from({ length: 1_000 }, (_, question) => ask(question)));
  calls[0]?.end();
  await turn();
  calls[1]?.end();
  const settled = await results;
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
  const refused = settled.find(({ status }) => status === 'rejected');
  expect(refused).toMatchObject({ reason: { code: 'LOOKUPS_BUSY', retry: true } });
  expect(calls).toHaveLength(2);
});

it('a call that fails fails its own questions alone', async () => {
  const { calls, ask } = setUp({ atOnce: 10, waitingMax: 10 });
  const first = ask(1);
  const second = ask(2);
  calls[0]?.end(new Error('away'));
  await expect(first).rejects.toThrow('away');
  calls[1]?.end();
  expect(await second).toBe('2!');
});
