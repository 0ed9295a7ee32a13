import type { FieldError } from './field-errors.ts';
import { validatorFor } from './operation-validator.ts';

const errorsOf = (operationId: string, body: unknown): readonly FieldError[] => {
  const judged = validatorFor(operationId).body(body);
  return judged.ok ? [] : judged.errors;
};
const receipt = { transactionRef: 'r-1', memberRef: 'm-1', amount: 15_000 };
const cents = 'must be an integer ≥ 1';
const instant = 'must be a valid ISO 8601 date or date-time, such as 2026-03-01 or 2026-03-01T08:00:00Z';

describe('the body of a bulk call', () => {
  const items = (count: number): unknown[] => Array.from({ length: count }, () => null);

  it('is a list of 1 to 1,000 items, which are judged apart', () => {
    expect(errorsOf('bulkEvaluateTransactions', { items: ['anything', {}, null] })).toEqual([]);
    expect(errorsOf('bulkEvaluateTransactions', { items: items(1000) })).toEqual([]);
    for (const body of [{}, { items: {} }, { items: [] }, { items: items(1001) }]) {
      expect(errorsOf('bulkEvaluateTransactions', body)).toMatchObject([{ pointer: '/items' }]);
    }
  });
});

describe('the fields of a body', () => {
  const accepted = (operationId: string, body: unknown): unknown => {
    const judged = validatorFor(operationId).body(body);
    return judged.ok ? judged.value : judged.errors;
  };

  it('that are unknown are dropped, at every depth', () => {
    const rule = { type: 'STAMP_CARD', stampsRequired: 2, rewardOnCompletion: { points: 1 } };
    const body = {
      name: 'x',
      state: 'ACTIVE',
      earningRule: { ...rule, percentage: 5, rewardOnCompletion: { points: 1, code: 'ABC' } },
    };
    expect(accepted('createCampaign', body)).toEqual({ name: 'x', earningRule: rule });
  });

  it('called __proto__ and constructor are dropped as any other', () => {
    const body = JSON.parse(
      '{"__proto__":{"amount":1},"constructor":1,"transactionRef":"r","memberRef":"m"}',
    ) as unknown;
    expect(errorsOf('evaluateTransaction', body)).toEqual([{ pointer: '/amount', message: 'is required' }]);
    const whole = JSON.parse(
      '{"__proto__":{"x":1},"constructor":1,"transactionRef":"r","memberRef":"m","amount":1}',
    ) as object;
    expect(accepted('evaluateTransaction', whole)).toEqual({
      transactionRef: 'r',
      memberRef: 'm',
      amount: 1,
    });
    expect(Object.keys(whole)).toEqual(['transactionRef', 'memberRef', 'amount']);
  });

  it('may hold the largest safe integer, and 1e3 is 1000', () => {
    expect(errorsOf('evaluateTransaction', { ...receipt, amount: Number.MAX_SAFE_INTEGER })).toEqual([]);
    expect(errorsOf('evaluateTransaction', { ...receipt, amount: JSON.parse('1e3') as unknown })).toEqual([]);
  });

  it('are counted in characters, not in units of UTF-16', () => {
    expect(errorsOf('evaluateTransaction', { ...receipt, memberRef: '\u{1F600}'.repeat(255) })).toEqual([]);
  });

  it('that are optional are cleared by null in a PATCH, and the others stay as they are', () => {
    const optional = {
      description: null,
      redemptionRule: null,
      targetSegmentIds: null,
      storeIds: null,
      startDate: null,
      endDate: null,
      minSpend: null,
      maxBudgetCents: null,
      alertThreshold: null,
      currency: null,
    };
    expect(accepted('updateCampaign', { ...optional })).toEqual(optional);
    expect(accepted('updateCampaign', { name: null, earningRule: null })).toEqual({});
  });

  it('are judged in a PATCH as they are at creation', () => {
    expect(errorsOf('updateCampaign', { maxBudgetCents: 0, startDate: 'soon', redemptionRule: {} })).toEqual([
      { pointer: '/redemptionRule/pointsPerRand', message: 'is required' },
      { pointer: '/startDate', message: instant },
      { pointer: '/maxBudgetCents', message: cents },
    ]);
    expect(accepted('updateCampaign', {})).toEqual({});
  });

  it('are all named when they are at fault, but no more than twenty', () => {
    const products = Array.from({ length: 500 }, () => ({ sku: '', quantity: 0 }));
    expect(errorsOf('evaluateTransaction', { ...receipt, amount: -1, products })).toHaveLength(20);
  });

  it('are not asked for where an operation has no body', () => {
    expect(validatorFor('activateCampaign').body('anything')).toEqual({ ok: true, value: undefined });
  });
});

describe('the path and the query', () => {
  it('have their integers read', () => {
    const query = validatorFor('listMembers').query({ limit: '200', ref: 'customer-42' });
    expect(query).toEqual({ ok: true, value: { limit: 200, ref: 'customer-42' } });
  });

  it('have their booleans read, in their two words only', () => {
    const forced = (force: string) => validatorFor('deleteTier').query({ force });
    expect([forced('true'), forced('false')]).toEqual([
      { ok: true, value: { force: true } },
      { ok: true, value: { force: false } },
    ]);
    for (const word of ['TRUE', '1', '', 'yes']) {
      expect(forced(word)).toEqual({
        ok: false,
        errors: [{ pointer: '/force', message: 'must be one of true, false' }],
      });
    }
  });

  it.each(['0', '201', '-1', '1.5', '1e2', ' 5', '', 'ten', '99999999999999999999'])(
    'refuse a limit of %j',
    (limit) => {
      expect(validatorFor('listCampaigns').query({ limit })).toEqual({
        ok: false,
        errors: [{ pointer: '/limit', message: 'must be an integer from 1 to 200' }],
      });
    },
  );

  it('in a path may hold anything: an id that cannot exist is an unknown one (D2)', () => {
    const params = { tenantId: '0198c0de-0000-7000-8000-000000000001', memberId: 'a\0b' };
    expect(validatorFor('getMember').params(params)).toEqual({ ok: true, value: params });
  });

  it('refuse what is given twice, and NUL', () => {
    expect(validatorFor('listMembers').query({ state: ['active', 'suspended'], search: 'a\0' })).toEqual({
      ok: false,
      errors: [
        { pointer: '/state', message: 'must be sent only once' },
        { pointer: '/search', message: 'must not contain NUL or a lone surrogate' },
      ],
    });
  });

  it('need a tenant id that is a UUID, and take any other id as it is', () => {
    const { params } = validatorFor('getCampaign');
    expect(params({ tenantId: 'acme', campaignId: 'x' })).toEqual({
      ok: false,
      errors: [{ pointer: '/tenantId', message: 'must be a UUID' }],
    });
    expect(params({ tenantId: '0198c0de-0000-7000-8000-000000000001', campaignId: 'x' }).ok).toBe(true);
  });
});

describe('an operation that does not exist', () => {
  it('has no validator', () => {
    expect(() => validatorFor('burnEverything')).toThrow('burnEverything is an operation of the document');
  });
});
