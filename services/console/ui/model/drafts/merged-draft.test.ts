import { isEdited, mergedDraft } from './merged-draft.ts';

const first = { name: 'Coffee', rules: [1], store: 'S1' };

it('a draft that is brought back keeps what was edited, and takes what others have saved meanwhile', () => {
  const draft = { name: 'Coffee and tea', rules: [1], store: 'S1' };
  expect(mergedDraft({ first, draft }, { name: 'Java', rules: [1, 2], store: 'S1' })).toEqual({
    name: 'Coffee and tea',
    rules: [1, 2],
    store: 'S1',
  });
});

it('what was added stays, and what was removed stays away', () => {
  const draft: object = { name: 'Coffee', rules: [1], budget: 5 };
  expect(mergedDraft<object>({ first, draft }, first)).toEqual(draft);
});

it('a value that was typed and typed back is no edit', () => {
  expect(isEdited({ first, draft: { store: 'S1', rules: [1], name: 'Coffee' } })).toBe(false);
  expect(isEdited({ first, draft: { store: 'S2', rules: [1], name: 'Coffee' } })).toBe(true);
});
