import { findOutdated, versionOf } from './entity-version.ts';

test('▲ another content has another version, and the same has the same, whatever was never set (D306)', () => {
  const version = versionOf({ id: 'a', points: 5, note: null });
  expect(version).toMatch(/^[\w-]{22}$/);
  expect(versionOf({ id: 'a', points: 5, note: null })).toBe(version);
  expect(versionOf({ id: 'a', points: 5, note: null, ofALaterRelease: null })).toBe(version);
  const others = [
    { id: 'b', points: 5 },
    { id: 'a', points: 6 },
    { id: 'a', points: 5, note: '' },
  ];
  expect(new Set([version, ...others.map(versionOf)]).size).toBe(4);
});

test('who names no version is never late, who has seen another one is', () => {
  expect(findOutdated({}, 'a')).toBeNull();
  expect(findOutdated({ hasSeen: null }, 'a')).toBeNull();
  expect(findOutdated({ hasSeen: (version) => version === 'a' }, 'a')).toBeNull();
  expect(findOutdated({ hasSeen: () => false }, 'a')).toEqual({ outcome: 'outdated', version: 'a' });
});
