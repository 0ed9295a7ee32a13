import { createTurns } from './turns.ts';

it('gives turns in order, and refuses at once when too many wait', async () => {
  const turns = createTurns({ underWayMax: 2, waitingMax: 1 });
  const order: string[] = [];
  const take = async (name: string): Promise<void> => {
    order.push(`${name} ${(await turns.take()) ? 'goes' : 'is refused'}`);
  };
  await take('a');
  await take('b');
  const waiting = take('c');
  await take('d');
  turns.giveBack();
  await waiting;
  turns.giveBack();
  turns.giveBack();
  await take('e');
  expect(order).toStrictEqual(['a goes', 'b goes', 'd is refused', 'c goes', 'e goes']);
});
