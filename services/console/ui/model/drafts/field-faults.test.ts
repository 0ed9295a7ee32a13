import { faultAt, faultsWithoutField, faultsOf, noFaults, takenFaults } from './field-faults.ts';

const faults = faultsOf({
  errors: [
    { pointer: '/name', message: 'must not be empty' },
    { pointer: '/name', message: 'must be text' },
    { pointer: '/rules/0/value', message: 'must be a number' },
    { pointer: '', message: 'must have a body' },
  ],
});

describe('faults of fields', () => {
  it('the first message of a field stands', () => {
    expect(faultAt(faults, '/name')).toBe('must not be empty');
  });

  it('a group shows what is wrong within it, and nothing of its neighbours', () => {
    expect(faultAt(faults, '/rules')).toBe('must be a number');
    expect(faultAt(faults, '/rule')).toBeNull();
  });

  it('what no field shows is left for the form', () => {
    expect(faultsWithoutField(faults, ['/name', '/rules'])).toEqual([
      { pointer: '', message: 'must have a body' },
    ]);
  });

  it('a value that is taken is said at its field', () => {
    expect(faultAt(takenFaults({ field: 'minLifetimePoints' }, 'Already taken'), '/minLifetimePoints')).toBe(
      'Already taken',
    );
    expect(takenFaults({}, 'Already taken')).toBe(noFaults);
  });

  it('other problems have none', () => {
    expect(faultsOf({})).toBe(noFaults);
    expect(faultsOf(null)).toBe(noFaults);
    expect(faultsOf({ errors: 'none' })).toEqual(noFaults);
  });
});
