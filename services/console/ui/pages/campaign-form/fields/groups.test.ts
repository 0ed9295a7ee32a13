import { groupsInUse } from './groups.ts';

test('groups in use are offered once each; those of archived campaigns alone are not', () => {
  const of = (exclusiveGroup: string | null, state = 'ACTIVE') => ({ exclusiveGroup, state });
  expect(
    groupsInUse([
      of('wine'),
      of('coffee', 'DRAFT'),
      of(null),
      of('wine', 'PAUSED'),
      of('wine', 'ARCHIVED'),
      of('gone', 'ARCHIVED'),
    ]),
  ).toEqual(['coffee', 'wine']);
});
