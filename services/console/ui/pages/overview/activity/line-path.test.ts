import { linePath } from './line-path.ts';

const size = { width: 90, height: 30 };

test('a line goes from the left below to what is most', () => {
  expect(linePath([0, 5, 10], size)).toEqual({
    line: 'M0,30L45,15L90,0',
    area: 'M0,30L45,15L90,0V30H0Z',
  });
});

test('the ground is zero', () => {
  expect(linePath([5, 10], size)?.line).toBe('M0,15L90,0');
});

test('below zero is below', () => {
  expect(linePath([-10, 10], size)?.line).toBe('M0,30L90,0');
});

test.each([[[]], [[5]], [[0, 0, 0]]])('of %p there is nothing to draw', (values) => {
  expect(linePath(values, size)).toBeNull();
});
