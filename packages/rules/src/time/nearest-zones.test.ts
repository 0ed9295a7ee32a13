import { nearestZones } from './nearest-zones.ts';

it.each([
  ['Berlin', ['Europe/Berlin']],
  ['europe/berln', ['Europe/Berlin']],
  ['Johannesburg ', ['Africa/Johannesburg']],
  ['São Paulo', ['America/Sao_Paulo']],
  ['Lord Howe', ['Australia/Lord_Howe']],
  ['Xanadu', []],
  ['+02:00', []],
  ['', []],
])('of %j these are similar: %j', (text, expected) => {
  expect(nearestZones(text)).toEqual(expected);
});

it('no more than five are named, of however many', () => {
  expect(nearestZones('America')).toHaveLength(5);
});
