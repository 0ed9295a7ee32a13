import type { EnvironmentId } from '@loyalty/kernel';
import type { HeldSlots } from '@loyalty/kernel/shares';
import { type AddressLimiter, createAddressLimiter } from './address-limiter.ts';

let entered: string[];
let limiter: AddressLimiter;
const limiterOf = (perAddressMax: number): void => {
  entered = [];
  limiter = createAddressLimiter({ perAddressMax, waitMs: 10_000 });
};
afterEach(() => {
  limiter.close();
});

const enter = (name: string, environment: number, ...addresses: readonly string[]): HeldSlots =>
  limiter.enter({
    addresses,
    environmentId: environment as EnvironmentId,
    begin: () => void entered.push(name),
    refuse: () => undefined,
  });
const enterMany = (howMany: number, name: string, environment: number): HeldSlots[] =>
  Array.from({ length: howMany }, () => enter(name, environment, '192.0.2.1'));
const count = (name: string): number => entered.filter((one) => one === name).length;

it('keeps nobody waiting who goes elsewhere', () => {
  limiterOf(1);
  enter('a', 1, '192.0.2.1');
  enter('b', 1, '192.0.2.1');
  enter('c', 2, '192.0.2.2');
  expect(entered).toStrictEqual(['a', 'c']);
});

it('counts a visit at each of its addresses, so that a second address hides none', () => {
  limiterOf(1);
  const first = enter('a', 1, '192.0.2.1', '192.0.2.9');
  enter('b', 2, '192.0.2.2', '192.0.2.9');
  expect(entered).toStrictEqual(['a']);
  first.end();
  expect(entered).toStrictEqual(['a', 'b']);
});

it('▲ lets an environment have half of an address, and keeps the other half for the others', () => {
  limiterOf(128);
  enterMany(512, 'a', 1);
  expect(count('a')).toBe(64);
  enterMany(40, 'b', 2);
  expect(count('b')).toBe(16);
  for (const environment of [3, 4, 5]) enterMany(40, environment.toString(), environment);
  expect(['3', '4', '5'].map(count)).toEqual([16, 16, 16]);
  enterMany(40, '6', 6);
  expect(count('6')).toBe(0);
});

it('▲ gives what is left to environments in turns, however many visits one has waiting', () => {
  limiterOf(128);
  const inside = [1, 2, 3, 4, 5].flatMap((environment) => enterMany(64, 'early', environment));
  expect(count('early')).toBe(128);
  enterMany(500, 'flood', 6);
  enterMany(1, 'late', 7);
  for (const turn of inside.slice(0, 2)) turn.end();
  expect([count('flood'), count('late'), count('early')]).toEqual([1, 1, 128]);
});

it('gives an environment the half once the others have left', () => {
  limiterOf(128);
  const others = [2, 3, 4, 5, 6, 7, 8].flatMap((environment) => enterMany(16, 'other', environment));
  const own = enterMany(100, 'own', 1);
  expect(count('own')).toBe(16);
  for (const turn of others) turn.end();
  own[0]?.end();
  expect(count('own')).toBe(65);
});
