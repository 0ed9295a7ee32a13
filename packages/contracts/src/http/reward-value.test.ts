import { responseValidatorFor } from '../documents/sent-bodies.ts';
import type { FieldError } from './field-errors.ts';
import { validatorFor } from './operation-validator.ts';

const bytesMax = 8 * 1024;

/** A value of FREE_ITEM of so many bytes of JSON. */
const freeItem = (bytes: number): { description: string; skus: string[] } => {
  const value = { description: '', skus: Array<string>(Math.floor(bytes / 300)).fill('s'.repeat(255)) };
  value.description = 'd'.repeat(bytes - JSON.stringify(value).length);
  return value;
};

const grantOf = (bytes: number) => ({ rewardType: 'FREE_ITEM', value: freeItem(bytes) });

const errorsOf = (operationId: string, body: unknown): readonly FieldError[] => {
  const judged = validatorFor(operationId).body(body);
  return judged.ok ? [] : judged.errors;
};

const campaignWith = (earningRule: object) => ({ name: 'x', earningRule });
const tooLarge = (pointer: string) => [{ pointer, message: 'must be at most 8192 bytes of JSON' }];

/** Every place for a reward in the document, with a reward of so many bytes. */
const places: readonly (readonly [pointer: string, operationId: string, body: (bytes: number) => unknown])[] =
  [
    [
      '/earningRule/reward/value',
      'createCampaign',
      (bytes) => campaignWith({ type: 'EVENT_TRIGGER', eventKey: 'a.b', reward: grantOf(bytes) }),
    ],
    [
      '/earningRule/rewardOnCompletion/value',
      'updateCampaign',
      (bytes) => ({
        earningRule: { type: 'STAMP_CARD', stampsRequired: 2, rewardOnCompletion: grantOf(bytes) },
      }),
    ],
    [
      '/earningRule/rewardRules/1/reward/value',
      'createCampaign',
      (bytes) =>
        campaignWith({
          type: 'SURPRISE_DELIGHT',
          rewardRules: [10, bytes].map((each) => ({ everyNth: 3, reward: grantOf(Math.max(each, 100)) })),
        }),
    ],
    [
      '/benefits/0/value',
      'createTier',
      (bytes) => ({
        name: 'Silver',
        minLifetimePoints: 1,
        benefits: [{ type: 'FREE_REWARD', ...grantOf(bytes) }],
      }),
    ],
    [
      '/benefits/0/value',
      'updateTier',
      (bytes) => ({ benefits: [{ type: 'FREE_REWARD', ...grantOf(bytes) }] }),
    ],
  ];

describe("a reward's value", () => {
  it.each(places)('at %s of %s takes at most 8 KiB of JSON (D74)', (pointer, operationId, body) => {
    expect(errorsOf(operationId, body(bytesMax))).toEqual([]);
    expect(errorsOf(operationId, body(bytesMax + 1))).toEqual(tooLarge(pointer));
  });

  it.each([
    ['COUPON_VOUCHER', { description: '😀'.repeat(2_000), provider: '😀'.repeat(100) }],
    ['DISCOUNT_VOUCHER', { discountType: 'FIXED', value: 1, description: '\u0001'.repeat(2_000) }],
  ])('of %s is counted in bytes as they are stored, not in characters', (rewardType, value) => {
    const rule = { type: 'STAMP_CARD', stampsRequired: 2, rewardOnCompletion: { rewardType, value } };
    expect(errorsOf('createCampaign', campaignWith(rule))).toEqual(
      tooLarge('/earningRule/rewardOnCompletion/value'),
    );
  });

  it('is measured without unknown fields, which are not stored (D9)', () => {
    const value = { ...freeItem(bytesMax), unknown: 'x'.repeat(bytesMax) };
    const rule = {
      type: 'STAMP_CARD',
      stampsRequired: 2,
      rewardOnCompletion: { rewardType: 'FREE_ITEM', value },
    };
    expect(errorsOf('createCampaign', campaignWith(rule))).toEqual([]);
    const benefits = [
      { type: 'FREE_REWARD', rewardType: 'FREE_ITEM', value: { ...value, unknown: [value] } },
    ];
    expect(errorsOf('updateTier', { benefits })).toEqual([]);
  });

  it('that was stored before there was a limit is returned as it is', () => {
    const at = '2026-03-01T08:00:00.000Z';
    const value = { description: 'd', skus: Array<string>(1_000).fill('s'.repeat(255)) };
    const tier = {
      id: crypto.randomUUID(),
      tenantId: crypto.randomUUID(),
      name: 'Silver',
      minLifetimePoints: 1,
      benefits: [{ type: 'FREE_REWARD', rewardType: 'FREE_ITEM', value }],
      sortOrder: 0,
      key: 'rewarding',
      badgeUrl: null,
      createdAt: at,
      updatedAt: at,
    };
    expect(responseValidatorFor('updateTier', 200)(structuredClone(tier))).toEqual({ ok: true, value: tier });
  });
});
