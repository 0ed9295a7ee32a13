import type { CampaignId, EnvironmentId } from '@loyalty/kernel';
import { type BudgetClaim, orderClaims } from './claim-budgets.ts';

const claimsOf = (environment: number, kinds: string): readonly BudgetClaim[] =>
  Array.from(kinds, (kind, place) => ({
    environmentId: environment as EnvironmentId,
    campaignId: `campaign-${place.toString().padStart(3, '0')}` as CampaignId,
    isLocked: kind === 'L',
  }));
const kindsOf = (claims: readonly BudgetClaim[]): string =>
  claims.map(({ isLocked }) => (isLocked ? 'L' : 's')).join('');

test('budgets keep how they are held, however many there are, while they seldom alternate', () => {
  const kinds = `${'s'.repeat(200)}LsLsLsL${'s'.repeat(200)}`;
  expect(kindsOf(orderClaims(claimsOf(1, kinds)))).toBe(kinds);
});

test('▲ an environment whose budgets alternate has all of them locked, and no other environment has', () => {
  const [alternating, neighbour] = ['Ls'.repeat(100), 'sLs'];
  const even = orderClaims([...claimsOf(1, alternating), ...claimsOf(2, neighbour)]);
  expect(kindsOf(even)).toBe('L'.repeat(200) + neighbour);
});

test('it is the order of ids that counts, not that of the list', () => {
  const [locked, shared] = [
    claimsOf(1, 'LLLLLLLLLLssssssssss').slice(0, 10),
    claimsOf(1, 's'.repeat(20)).slice(10),
  ];
  const mixed = locked.flatMap((claim, place) => [claim, ...shared.slice(place, place + 1)]);
  expect(orderClaims(mixed).filter(({ isLocked }) => !isLocked)).toHaveLength(10);
});
