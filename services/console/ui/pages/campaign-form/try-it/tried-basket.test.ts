import { explainBodyOf, splitFaults, totalOf } from './tried-basket.ts';

const basket = {
  memberRef: ' card-1 ',
  lines: [],
  amount: '150.00',
  storeRef: '',
  currency: '',
  at: '',
  attributes: [],
};
const line = { sku: 'COFFEE', categories: 'coffee, hot', quantity: '1.5', price: '19.99', amount: '' };
const draft = { campaign: { name: 'x' }, campaignId: null };
const bodyOf = (more: object) => explainBodyOf({ ...basket, ...more }, draft, 'en-GB');

it('a basket without lines has the amount that was typed', () => {
  expect(bodyOf({})).toEqual({ memberRef: 'card-1', amount: 15_000, drafts: [{ campaign: { name: 'x' } }] });
});

it('a basket with lines has their sum', () => {
  expect(
    bodyOf({
      lines: [line, { ...line, categories: '' }],
      storeRef: '0417',
      currency: 'ZAR',
      at: '2026-12-24T10:30',
    }),
  ).toMatchObject({
    amount: 5_998,
    products: [
      { sku: 'COFFEE', quantity: 1.5, unitPrice: 1_999, categories: ['coffee', 'hot'] },
      { sku: 'COFFEE', quantity: 1.5, unitPrice: 1_999 },
    ],
    storeRef: '0417',
    currency: 'ZAR',
    occurredAt: '2026-12-24T10:30:00Z',
  });
});

it('what was paid for a line counts instead of its price, and attributes go by their names', () => {
  const lines = [line, { ...line, amount: '25' }];
  const attributes = [
    { name: ' channel', value: 'online' },
    { name: '', value: '' },
  ];
  expect(bodyOf({ lines, attributes })).toMatchObject({
    amount: 5_499,
    products: [{ sku: 'COFFEE' }, { sku: 'COFFEE', amount: 2_500 }],
    attributes: { channel: 'online' },
  });
  expect(totalOf([{ ...line, amount: 'x' }], 'en-GB')).toBeNull();
});

it('what is no number is sent as it was typed', () => {
  expect(bodyOf({ amount: '1e3' })).toMatchObject({ amount: '1e3' });
  expect(totalOf([line, { ...line, price: 'x' }], 'en-GB')).toBeNull();
});

it('a draft that stands in for a campaign says for which', () => {
  expect(explainBodyOf(basket, { ...draft, campaignId: 'id-1' }, 'en-GB')['drafts']).toEqual([
    { campaignId: 'id-1', campaign: { name: 'x' } },
  ]);
});

it('what the API says of the draft stands at its fields', () => {
  const { ofDraft, ofBasket } = splitFaults(
    new Map([
      ['/drafts/0/campaign/earningRule/points', 'is required'],
      ['/drafts/0/campaign', 'must be an object'],
      ['/amount', 'is required'],
    ]),
  );
  expect([...ofDraft]).toEqual([
    ['/earningRule/points', 'is required'],
    ['', 'must be an object'],
  ]);
  expect([...ofBasket]).toEqual([['/amount', 'is required']]);
});
