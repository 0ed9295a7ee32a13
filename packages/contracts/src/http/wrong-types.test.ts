import { pointerTo } from '@loyalty/kernel';
import { validatorFor } from './operation-validator.ts';
import { documentedOperations } from './operations.ts';

interface Mutant {
  readonly pointer: string;
  readonly value: unknown;
}

/** Returns the value once for each of its parts, with that part replaced by a value of another type. */
const mutantsOf = (value: unknown, pointer = ''): readonly Mutant[] => {
  const wrong = { pointer, value: typeof value === 'object' && value !== null ? 'text' : {} };
  if (typeof value !== 'object' || value === null) return [wrong];
  const inner = Object.entries(value).flatMap(([name, member]) =>
    mutantsOf(member, pointerTo(pointer, name)).map((mutant) => ({
      pointer: mutant.pointer,
      value: Array.isArray(value)
        ? value.map((item, at) => (at === Number(name) ? mutant.value : (item as unknown)))
        : { ...value, [name]: mutant.value },
    })),
  );
  return [wrong, ...inner];
};

/** Payloads and their schemas may hold anything: definitions judge the one, their compiler the other. */
const isTheCallersOwn = (pointer: string): boolean => /^\/(?:payload|properties)\/./.test(pointer);

describe('a value of the wrong type is refused wherever it stands', () => {
  // Items that are judged one by one are judged as the body of another operation, which this list has.
  const whole = documentedOperations.filter(({ operation }) => !operation.isJudgedByItem);
  const mutants = whole.flatMap(({ operation: { operationId }, object }) =>
    Object.values(object.requestBody?.content['application/json']?.examples ?? {}).flatMap(({ value }) =>
      mutantsOf(value)
        .filter(({ pointer }) => !isTheCallersOwn(pointer))
        .map((mutant) => ({ operationId, ...mutant })),
    ),
  );

  it('and the error names it, or the choice that depends on it', () => {
    expect(mutants.length).toBeGreaterThan(150);
    for (const { operationId, pointer, value } of mutants) {
      const judged = validatorFor(operationId).body(structuredClone(value));
      const pointers = judged.ok ? [] : judged.errors.map((error) => error.pointer);
      expect({ operationId, pointer, pointers }).toEqual({
        operationId,
        pointer,
        pointers: expect.arrayContaining([pointer]) as unknown,
      });
    }
  });
});
