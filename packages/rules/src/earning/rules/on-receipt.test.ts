import type { CampaignId } from '@loyalty/kernel';
import { noCount } from '../../model/earning-inputs.ts';
import { counted, inputs } from '../../testing/builders.ts';
import { visitAward } from './visit-fixed.ts';

const visits = { id: 'visits' as CampaignId };

it.each([
  ['the first visit', 0, 1],
  ['the second visit', 1, 2],
  ['the thousandth visit', 999, 1_000],
])('%s gives the points of every visit and is counted', (_which, before, count) => {
  expect(visitAward({ type: 'VISIT_FIXED', points: 8 }, visits, counted({ VISITS: before }))).toEqual({
    points: 8,
    grants: [],
    counts: [{ kind: 'VISITS', count, completed: 0 }],
  });
});

it('the visits to one campaign are not those to another', () => {
  const elsewhere = inputs({
    memberCount: (id, kind) => (id === visits.id && kind === 'VISITS' ? noCount : { count: 5, completed: 0 }),
  });
  expect(visitAward({ type: 'VISIT_FIXED', points: 8 }, visits, elsewhere).counts).toMatchObject([
    { count: 1 },
  ]);
});
