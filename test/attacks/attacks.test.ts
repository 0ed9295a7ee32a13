import { readDrillOptions } from '@loyalty/stack/drill';
import { chooseAttacks, listOf } from './src/choose-attacks.ts';
import { options, sizesOf } from './src/options.ts';

const all = chooseAttacks({ only: [], family: null });

test('there are at least 45 attacks, each with a name of its own', () => {
  const names = all.map(({ attack }) => attack.name);
  expect(names.length).toBeGreaterThanOrEqual(45);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^[a-z]+(-[a-z]+)*$/.test(name))).toEqual([]);
});

test('each attack says in whole sentences what it does and why it is legal', () => {
  const sentences = all.flatMap(({ attack: { does, isLegalBecause } }) => [does, isLegalBecause]);
  expect(sentences.filter((text) => !/^[A-Z`].*\.$/.test(text))).toEqual([]);
});

test('attacks are chosen by name and by family, and an unknown name is refused', () => {
  const [first] = all;
  const name = first?.attack.name ?? '';
  expect(chooseAttacks({ only: [name], family: null })).toEqual([first]);
  expect(chooseAttacks({ only: [], family: 'redis' }).every(({ family }) => family === 'redis')).toBe(true);
  expect(() => chooseAttacks({ only: ['none-such'], family: null })).toThrow('there is no attack none-such');
  expect(() => chooseAttacks({ only: [], family: 'none' })).toThrow('there is no family none');
  expect(listOf(all)).toContain(name);
});

test('options are read, and values that cannot be meant are refused', () => {
  const read = (...args: readonly string[]) => readDrillOptions(options, args);
  expect(read()).toMatchObject({ seconds: 4, repeat: 1, limits: ['default', 'raised'], list: false });
  expect(sizesOf(read('--large', '--rows', '7'))).toMatchObject({ rows: 7, members: 1_000_000 });
  expect(read('--only', 'one,two', '--limits', 'raised')).toMatchObject({
    only: ['one', 'two'],
    limits: ['raised'],
  });
  expect(() => read('--seconds', 'many')).toThrow('--seconds must be a number');
  expect(() => read('--limits', 'none')).toThrow('--limits must be');
});
