import { isConsoleRef, newConsoleRef } from './console-ref.ts';

test('a reference of the console is known as one, and no other is', () => {
  expect(isConsoleRef(newConsoleRef())).toBe(true);
  for (const ref of ['receipt-1', 'console-1', `x${newConsoleRef()}`, `${newConsoleRef()}0`])
    expect(isConsoleRef(ref)).toBe(false);
});
