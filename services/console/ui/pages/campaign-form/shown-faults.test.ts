import { faultsToShow, withoutFaultsAt } from './shown-faults.ts';

const points = ['/earningRule/points', 'is required'] as const;
const name = ['/name', 'is required'] as const;
const end = ['/endDate', 'must not be before startDate'] as const;
const none = new Map<string, string>();
const shown = (said: Partial<Parameters<typeof faultsToShow>[0]>) => [
  ...faultsToShow({ tried: none, saved: none, touched: new Set(), isTriedWell: false, ...said }),
];

describe('what a form shows at its fields', () => {
  it('is of what somebody has typed, until all of it was to be saved', () => {
    const tried = new Map([points, end]);
    expect(shown({ tried })).toEqual([]);
    expect(shown({ tried, touched: new Set(['/endDate']) })).toEqual([end]);
    expect(shown({ tried, touched: new Set(['/earningRule']) })).toEqual([]);
    expect(shown({ tried, touched: new Set(['/earningRule/points']) })).toEqual([points]);
    expect(shown({ tried, touched: null })).toEqual([points, end]);
  });

  it('is of the last save, until the draft is tried and well; its name is not tried', () => {
    const saved = new Map([name, end]);
    expect(shown({ saved })).toEqual([name, end]);
    expect(shown({ saved, isTriedWell: true })).toEqual([name]);
  });

  it('goes with a change of the field, of a part of it, and of what it is a part of', () => {
    const faults = new Map([points, name]);
    expect([...withoutFaultsAt(faults, '/earningRule')]).toEqual([name]);
    expect([...withoutFaultsAt(faults, '/earningRule/points/x')]).toEqual([name]);
    expect(withoutFaultsAt(faults, '/minSpend')).toBe(faults);
  });
});
