import { mapInTurns } from './map-in-turns.ts';

/** Maps items of which each takes so long. Returns the results, and how many items were done at each turn of another caller. */
const mapBeside = async (count: number, itemMs: number) => {
  let nowMs = 0;
  let done = 0;
  const seen: number[] = [];
  const other = (): void => {
    seen.push(done);
    if (done < count) setImmediate(other);
  };
  setImmediate(other);
  const work = (n: number): string => {
    nowMs += itemMs;
    done += 1;
    return n.toString();
  };
  const results = await mapInTurns(
    Array.from({ length: count }, (_, n) => n),
    work,
    () => nowMs,
  );
  await new Promise((resolve) => setImmediate(resolve));
  return { results, seen };
};

test('results come in the order of the items', async () => {
  expect((await mapBeside(5, 3)).results).toEqual(['0', '1', '2', '3', '4']);
});

test('▲ a call of large items lets other callers in after every few of them', async () => {
  const { seen } = await mapBeside(10, 3);
  expect(seen).toEqual([2, 4, 6, 8, 10]);
});

test('a call of small items takes one turn', async () => {
  expect((await mapBeside(1_000, 0.004)).seen).toEqual([1_000]);
});
