import { createAddressRoom, type Visit } from './address-room.ts';

let entered: string[];
beforeEach(() => (entered = []));

const visit = (name: string, ...addresses: readonly string[]): Visit => ({
  addresses,
  entered: () => entered.push(name),
});

it('lets in as many as an address has room for, the others in the order they came', () => {
  const room = createAddressRoom(2);
  const visits = ['a', 'b', 'c', 'd'].map((name) => visit(name, '192.0.2.1'));
  for (const each of visits) room.enter(each);
  expect(entered).toStrictEqual(['a', 'b']);
  for (const each of visits.slice(0, 2)) room.leave(each);
  expect(entered).toStrictEqual(['a', 'b', 'c', 'd']);
});

it('keeps nobody waiting who goes elsewhere', () => {
  const room = createAddressRoom(1);
  room.enter(visit('a', '192.0.2.1'));
  room.enter(visit('b', '192.0.2.1'));
  room.enter(visit('c', '192.0.2.2'));
  expect(entered).toStrictEqual(['a', 'c']);
});

it('counts a visit at each of its addresses, so that a second address hides none', () => {
  const room = createAddressRoom(1);
  const first = visit('a', '192.0.2.1', '192.0.2.9');
  room.enter(first);
  room.enter(visit('b', '192.0.2.2', '192.0.2.9'));
  expect(entered).toStrictEqual(['a']);
  room.leave(first);
  expect(entered).toStrictEqual(['a', 'b']);
});

it('forgets who leaves before the turn came, and whoever leaves twice', () => {
  const room = createAddressRoom(1);
  const inside = visit('a', '192.0.2.1');
  const impatient = visit('b', '192.0.2.1');
  room.enter(inside);
  room.enter(impatient);
  room.leave(impatient);
  room.leave(inside);
  room.leave(inside);
  expect(entered).toStrictEqual(['a']);
  room.enter(visit('c', '192.0.2.1'));
  room.enter(visit('d', '192.0.2.1'));
  expect(entered).toStrictEqual(['a', 'c']);
});
