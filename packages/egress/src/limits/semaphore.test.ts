import { type Claim, Semaphore, type HeldSlots } from './semaphore.ts';

let turns: Semaphore;
let seen: string[];
let under: Map<string, HeldSlots>;
beforeEach(() => {
  turns = new Semaphore(10_000);
  seen = [];
  under = new Map();
});
afterEach(() => {
  turns.close();
});

const all: Claim = { key: 'all', max: 2 };

const ask = (name: string, queue: string, ...claims: readonly Claim[]): void => {
  const turn = turns.ask({
    queue,
    claims: () => claims,
    begin: () => void seen.push(name),
    refuse: () => void seen.push(`${name} is refused`),
  });
  under.set(name, turn);
};
const end = (name: string): void => {
  under.get(name)?.end();
};

it('lets as many begin as there are places, the others in the order in which they came', () => {
  for (const name of ['a', 'b', 'c', 'd']) ask(name, 'one', all);
  expect(seen).toEqual(['a', 'b']);
  end('a');
  end('a');
  expect(seen).toEqual(['a', 'b', 'c']);
  end('b');
  expect(seen).toEqual(['a', 'b', 'c', 'd']);
});

it('lets queues take turns: who came with many comes no more often than who came with one', () => {
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) ask(name, 'a', all);
  ask('b1', 'b', all);
  ask('c1', 'c', all);
  for (const name of ['a1', 'a2', 'a3']) end(name);
  expect(seen).toEqual(['a1', 'a2', 'a3', 'b1', 'c1']);
});

it('keeps works with a used-up share from blocking the others', () => {
  const shareOf = (queue: string): Claim => ({ key: `share of ${queue}`, max: 1 });
  for (const name of ['a1', 'a2', 'a3']) ask(name, 'a', shareOf('a'), all);
  ask('b1', 'b', shareOf('b'), all);
  expect(seen).toEqual(['a1', 'b1']);
  ask('c1', 'c', shareOf('c'), all);
  end('a1');
  expect(seen).toEqual(['a1', 'b1', 'c1']);
  end('c1');
  expect(seen).toEqual(['a1', 'b1', 'c1', 'a2']);
});

it('counts a work at each place that it takes up', () => {
  const [near, far] = [
    { key: 'near', max: 1 },
    { key: 'far', max: 1 },
  ];
  ask('both', 'a', near, far);
  ask('far', 'b', far);
  ask('elsewhere', 'c', { key: 'elsewhere', max: 1 });
  expect(seen).toEqual(['both', 'elsewhere']);
  end('both');
  expect(seen).toEqual(['both', 'elsewhere', 'far']);
  expect([turns.countOf('near'), turns.countOf('far')]).toEqual([0, 1]);
});

it('forgets who leaves before the turn came', () => {
  for (const name of ['a', 'b', 'c', 'd']) ask(name, name, all);
  end('c');
  end('a');
  expect(seen).toEqual(['a', 'b', 'd']);
});

it('refuses who has waited too long, and once it is closed everybody who would wait', async () => {
  turns = new Semaphore(20);
  for (const name of ['a', 'b', 'c']) ask(name, 'one', all);
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(seen).toEqual(['a', 'b', 'c is refused']);
  ask('d', 'one', all);
  turns.close();
  ask('e', 'one', all);
  end('a');
  ask('f', 'one', all);
  expect(seen).toEqual(['a', 'b', 'c is refused', 'd is refused', 'e is refused', 'f']);
});
