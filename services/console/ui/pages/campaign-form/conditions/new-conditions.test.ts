import { type ConditionScope, rowOf } from '../../../model/campaigns/condition-rows.ts';
import { addedTo, begunCondition, begunOf, newGroupIn } from './new-conditions.ts';

const scopes: readonly ConditionScope[] = ['receipts', 'events', 'payload', 'lines'];

it.each(scopes)('whatever a form begins with for %s, it shows as a row', (scope) => {
  for (const name of begunOf[scope]) expect(rowOf(begunCondition(name), scope).kind).not.toBe('json');
  expect(rowOf(newGroupIn('AND', scope), scope)).toMatchObject({ kind: 'group', operator: 'OR' });
});

it('both ends of a span of time stand side by side where all must hold, else in a group of their own', () => {
  const between = begunCondition('between');
  expect(addedTo('AND', between)).toHaveLength(2);
  expect(addedTo('OR', between)).toEqual([between]);
  expect(addedTo('AND', begunCondition('first'))).toEqual([begunCondition('first')]);
});
