import { judgedGroups, filterByName } from './judged-groups.ts';

const judged = (reason: string | null, count = 1, name = reason ?? 'Fired') =>
  Array.from({ length: count }, (_, place) => ({
    campaignName: `${name} ${place.toString()}`,
    fired: reason === null,
    reason,
    draft: null,
  }));

const nearness: Readonly<Record<string, number>> = { STORE: 2, CONDITION: 7, LIMIT: 10 };
const groupsOf = (campaigns: ReturnType<typeof judged>) =>
  judgedGroups(campaigns, (reason) => nearness[reason] ?? 0);
const namesOf = (campaigns: ReturnType<typeof judged>) => campaigns.map(({ campaignName }) => campaignName);

it('of 133 campaigns those stand first that fired and that nearly fired, and the rest is a line for each reason', () => {
  const { shown, rest } = groupsOf([
    ...judged('STORE', 118),
    ...judged('CONDITION', 2),
    ...judged(null, 2),
    ...judged('EVENTS_ONLY', 10),
    ...judged('LIMIT'),
  ]);
  expect(namesOf([...shown])).toEqual(['Fired 0', 'Fired 1', 'LIMIT 0', 'CONDITION 0', 'CONDITION 1']);
  expect(rest.map(({ reason, campaigns }) => [reason, campaigns.length])).toEqual([
    ['STORE', 118],
    ['EVENTS_ONLY', 10],
  ]);
});

it('a few campaigns are all shown, in the order of the engine', () => {
  const few = [...judged('STORE', 4), ...judged(null)];
  expect(groupsOf(few)).toEqual({ shown: few, rest: [] });
});

it('a campaign that reacts to events only is never near', () => {
  const { shown } = groupsOf([...judged('STORE', 9), ...judged('EVENTS_ONLY')]);
  expect(shown).toEqual([]);
});

it('a filter finds campaigns by any letters of their names', () => {
  expect(namesOf([...filterByName(judged('STORE', 12), 'store 1')])).toEqual([
    'STORE 1',
    'STORE 10',
    'STORE 11',
  ]);
});
