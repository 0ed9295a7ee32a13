import { responseValidatorFor } from '../documents/sent-bodies.ts';
import type { FieldError } from './field-errors.ts';
import { validatorFor } from './operation-validator.ts';

const errorsOf = (operationId: string, body: unknown): readonly FieldError[] => {
  const judged = validatorFor(operationId).body(body);
  return judged.ok ? [] : judged.errors;
};

const rule = (reward: object) => ({
  name: 'x',
  earningRule: { type: 'STAMP_CARD', stampsRequired: 2, rewardOnCompletion: reward },
});
const definition = (field: object) => ({ key: 'a.b', name: 'x', ...field });

/** Every place for a name, with one. */
const places: readonly (readonly [pointer: string, operationId: string, body: (name: string) => unknown])[] =
  [
    ['/name', 'createCampaign', (name) => ({ name, earningRule: { type: 'FIXED_POINTS', points: 1 } })],
    ['/name', 'updateCampaign', (name) => ({ name })],
    ['/name', 'createTier', (name) => ({ name, minLifetimePoints: 1 })],
    ['/name', 'updateTier', (name) => ({ name })],
    ['/name', 'createSegment', (name) => ({ name, type: 'STATIC' })],
    ['/name', 'updateSegment', (name) => ({ name })],
    ['/name', 'createEventDefinition', (name) => ({ key: 'a.b', name })],
    ['/name', 'updateEventDefinition', (name) => ({ name })],
    ['/name', 'createMember', (name) => ({ externalRef: 'c-1', name })],
    ['/name', 'updateMember', (name) => ({ name })],
    ['/identityProperty', 'createEventDefinition', (identityProperty) => definition({ identityProperty })],
    ['/referrerProperty', 'createEventDefinition', (referrerProperty) => definition({ referrerProperty })],
    ['/identityProperty', 'updateEventDefinition', (identityProperty) => ({ identityProperty })],
    ['/type', 'submitLifecycleEvent', (type) => ({ type })],
    [
      '/earningRule/rewardOnCompletion/value/provider',
      'createCampaign',
      (provider) => rule({ rewardType: 'COUPON_VOUCHER', value: { provider } }),
    ],
    [
      '/earningRule/rewardOnCompletion/value/description',
      'createCampaign',
      (description) => rule({ rewardType: 'FREE_ITEM', value: { description } }),
    ],
    [
      '/benefits/0/description',
      'updateTier',
      (description) => ({ benefits: [{ type: 'LABEL', description }] }),
    ],
    [
      '/benefits/0/value/description',
      'updateTier',
      (description) => ({
        benefits: [{ type: 'FREE_REWARD', rewardType: 'FREE_ITEM', value: { description } }],
      }),
    ],
  ];

const unseen = [
  ' ',
  '\t\n',
  '\u00A0',
  '\u202F \u00A0',
  '\u200B',
  '\u200D\u2060',
  '\uFEFF',
  '\u00AD',
  '\u3164',
  '\u2800',
];

describe.each(places)('a name at %s of %s', (pointer, operationId, body) => {
  test.each(unseen)('%j is refused', (name) => {
    expect(errorsOf(operationId, body(name))).toEqual([
      { pointer, message: 'must have at least one visible character' },
    ]);
  });

  test.each(['.', ' Gold ', '\u00A0Gold\u200B', '金', '🎁', '❤️'])('%j is taken', (name) => {
    expect(errorsOf(operationId, body(name))).toEqual([]);
  });
});

test('an empty name is the fault of its length, where there is one', () => {
  const message = 'must be a string of 1 to 255 characters';
  expect(errorsOf('updateTier', { name: '' })).toEqual([{ pointer: '/name', message }]);
  expect(errorsOf('updateTier', { benefits: [{ type: 'LABEL', description: '' }] })).toEqual([
    { pointer: '/benefits/0/description', message: 'must have at least one visible character' },
  ]);
});

test('what is no name may be blank', () => {
  expect(errorsOf('updateCampaign', { description: ' ' })).toEqual([]);
  expect(errorsOf('updateMember', { name: null })).toEqual([]);
});

test('a name that was stored before is returned as it is', () => {
  const at = '2026-03-01T08:00:00.000Z';
  const tier = {
    id: crypto.randomUUID(),
    tenantId: crypto.randomUUID(),
    key: 'blank',
    name: '\u00A0',
    minLifetimePoints: 1,
    benefits: [{ type: 'LABEL', description: '' }],
    sortOrder: 0,
    badgeUrl: null,
    createdAt: at,
    updatedAt: at,
  };
  expect(responseValidatorFor('updateTier', 200)(structuredClone(tier))).toEqual({ ok: true, value: tier });
});

test.each(['createMember', 'updateMember'])(
  '%s takes no address with a character that nobody sees',
  (name) => {
    const errors = (email: string) => errorsOf(name, { externalRef: 'c-1', email });
    for (const unseen of ['\u200B', '\u200D', '\uFEFF', '\u00AD', '\u202E', '\u2060', '\u0007', '\u3164'])
      for (const email of [
        `ann${unseen}@example.com`,
        `${unseen}ann@example.com`,
        `ann@example.com${unseen}`,
      ])
        expect(errors(email)).toContainEqual({
          pointer: '/email',
          message: expect.stringMatching(
            /^must (not have invisible characters|be an e-mail address)/,
          ) as unknown,
        });
    for (const email of ['ann@example.com', 'áine.o’brien@exämple.com', '李@例子.中国'])
      expect(errors(email)).toEqual([]);
  },
);
