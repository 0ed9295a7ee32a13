import type { EvaluateRequest } from '../generated/avro.ts';
import { evaluateRequestOf } from '../http/evaluate-request-of.ts';
import { validatorFor } from '../http/operation-validator.ts';
import { evaluateRequestCodec } from './codecs.ts';
import { isSameBody, sameRequests, type RepeatedBody } from './same-body.ts';
import { fingerprintOf } from './wire-format.ts';

const receipt = { transactionRef: 'receipt-1', memberRef: 'customer-1', amount: 15_000 };
const line = { sku: 'APPLES', quantity: 0.3, unitPrice: 2_000 };

/** Parses and judges a body as HTTP does, and makes it a request. */
const requestOf = (body: unknown): EvaluateRequest => {
  const judged = validatorFor('evaluateTransaction').body(JSON.parse(JSON.stringify(body)));
  if (!judged.ok) throw new Error(JSON.stringify(judged.errors));
  return evaluateRequestOf(receipt.transactionRef, judged.value);
};

const encode = (request: EvaluateRequest): Buffer => evaluateRequestCodec.encode(request, 7);

const bodyOf = (request: EvaluateRequest, currency = 'ZAR'): RepeatedBody => ({
  fingerprint: fingerprintOf(encode(request)),
  otherMessages: () => sameRequests(request, currency).map(encode),
});

const fingerprint = (body: unknown): string => bodyOf(requestOf(body)).fingerprint.toString('hex');

/** Fingerprints of release 0.3.0 and before: what is stored under them must be found again. */
describe('fingerprints of requests that are stored', () => {
  it.each([
    ['the three required fields', receipt, '02d3a9ecce08755a0c20def112b76967'],
    ['the default currency said aloud', { ...receipt, currency: 'ZAR' }, '8120f41a4023c6c3be661392bd35c4c0'],
    ['another currency', { ...receipt, currency: 'JPY' }, '4ce3f53ef7f66966abbcc638a36ef33c'],
    [
      'lines',
      {
        ...receipt,
        storeRef: 's',
        occurredAt: '2026-03-01T08:00:00Z',
        products: [{ ...line, categories: ['fruit'] }],
      },
      '51df73789ca0ae3ee7f054ab2c21ddce',
    ],
  ])('are what they were: %s', (_, body, expected) => {
    expect(fingerprint(body)).toBe(expected);
  });
});

describe('the same body', () => {
  const same: readonly (readonly [string, object, object])[] = [
    ['null for an absent store', { storeRef: null }, {}],
    ['null for an absent currency', { currency: null }, {}],
    ['null for an absent time', { occurredAt: null }, {}],
    ['null for absent lines', { products: null }, {}],
    ['no lines', { products: [] }, {}],
    ['null for absent categories', { products: [{ ...line, categories: null }] }, { products: [line] }],
    ['no categories', { products: [{ ...line, categories: [] }] }, { products: [line] }],
    ['the default currency', { currency: 'ZAR' }, {}],
    ['the default currency with lines', { currency: 'ZAR', products: [line] }, { products: [line] }],
    ['the default currency for null', { currency: 'ZAR' }, { currency: null }],
    ['a computed quantity', { products: [{ ...line, quantity: 0.1 + 0.2 }] }, { products: [line] }],
    [
      'an instant with another offset',
      { occurredAt: '2026-03-01T10:00:00+02:00' },
      { occurredAt: '2026-03-01T08:00:00Z' },
    ],
    [
      'an instant with a blank',
      { occurredAt: '2026-03-01 08:00:00' },
      { occurredAt: '2026-03-01T08:00:00Z' },
    ],
    ['an unknown field', { till: 7 }, {}],
    ['null for absent attributes', { attributes: null }, {}],
    ['no attributes', { attributes: {} }, {}],
    ['null for an attribute', { attributes: { code: null } }, {}],
    ['null for what was paid for a line', { products: [{ ...line, amount: null }] }, { products: [line] }],
  ];

  it.each(same)('is one with %s, whichever was stored', (_, one, other) => {
    const [first, second] = [one, other].map((fields) => bodyOf(requestOf({ ...receipt, ...fields })));
    if (first === undefined || second === undefined) throw new Error('two bodies');
    expect([isSameBody(first.fingerprint, second), isSameBody(second.fingerprint, first)]).toEqual([
      true,
      true,
    ]);
  });

  it('▲ has the same bytes, in whatever order its attributes are (D223)', () => {
    const [first, second] = ['{"a":"x","b_1":"y","b1":"z"}', '{"b_1":"y","b1":"z","a":"x"}'].map((text) =>
      requestOf({ ...receipt, attributes: JSON.parse(text) as object }),
    );
    expect(first?.attributes.map(({ name }) => name)).toEqual(['a', 'b1', 'b_1']);
    expect(second).toEqual(first);
  });

  it('▲ has the bytes of a message from before what may be paid for a line (D228)', () => {
    const request = requestOf({ ...receipt, products: [line], attributes: { channel: 'online' } });
    expect(request.lineAmounts).toEqual([]);
    const encoded = encode(request);
    expect([encoded.at(-1), encoded.at(-2), encoded.at(-3)]).toEqual([0, 0, 'e'.charCodeAt(0)]);
  });

  it('is one with its numbers written otherwise', () => {
    const text = (amount: string, quantity: string): unknown =>
      JSON.parse(
        `{"transactionRef":"receipt-1","memberRef":"m","amount":${amount},"products":[{"sku":"A","quantity":${quantity},"unitPrice":1e2}]}`,
      );
    const plain = fingerprint(text('15000', '0.3'));
    for (const [amount, quantity] of [
      ['1.5e4', '0.3'],
      ['15000.0', '3e-1'],
      ['15E3', '0.30'],
      ['15000', '0.30000000000000004'],
      ['15000', '0.299999999999'],
    ] as const)
      expect(fingerprint(text(amount, quantity))).toBe(plain);
  });

  it.each([
    ['another currency', { currency: 'USD' }, {}],
    ['two other currencies', { currency: 'USD' }, { currency: 'JPY' }],
    ['another amount in the default currency', { currency: 'ZAR', amount: 1 }, {}],
    ['another store', { storeRef: 'a' }, { storeRef: 'b' }],
    ['a store', { storeRef: 'a' }, {}],
    ['a line', { products: [line] }, {}],
    ['what was paid for a line', { products: [{ ...line, amount: 1 }] }, { products: [line] }],
    [
      'another line that was paid for',
      { products: [{ ...line, amount: 0 }, line] },
      { products: [line, { ...line, amount: 0 }] },
    ],
    ['an attribute', { attributes: { channel: 'online' } }, {}],
    ['another attribute', { attributes: { channel: 'a' } }, { attributes: { channel: 'b' } }],
    ['another name', { attributes: { code: 'a' } }, { attributes: { channel: 'a' } }],
    ['values that changed places', { attributes: { a: 'x', b: 'y' } }, { attributes: { a: 'y', b: 'x' } }],
    ['another quantity', { products: [{ ...line, quantity: 0.301 }] }, { products: [line] }],
  ])('is not one with %s', (_, one, other) => {
    const [first, second] = [one, other].map((fields) => bodyOf(requestOf({ ...receipt, ...fields })));
    if (first === undefined || second === undefined) throw new Error('two bodies');
    expect([isSameBody(first.fingerprint, second), isSameBody(second.fingerprint, first)]).toEqual([
      false,
      false,
    ]);
  });

  it.each([
    ['EUR', true],
    ['ZAR', false],
  ])('in an environment of euros, %s said aloud is the same as none: %s (D321)', (currency, isSame) => {
    const [said, unsaid] = [{ currency }, {}].map((fields) =>
      bodyOf(requestOf({ ...receipt, ...fields }), 'EUR'),
    );
    if (said === undefined || unsaid === undefined) throw new Error('two bodies');
    expect([isSameBody(said.fingerprint, unsaid), isSameBody(unsaid.fingerprint, said)]).toEqual([
      isSame,
      isSame,
    ]);
  });

  it('in a stream knows a quantity that was rounded on its way through HTTP', () => {
    const stored = bodyOf(requestOf({ ...receipt, currency: 'ZAR', products: [line] }));
    const streamed = requestOf({ ...receipt, products: [line] });
    const unrounded = {
      ...streamed,
      products: streamed.products.map((each) => ({ ...each, quantity: 0.1 + 0.2 })),
    };
    expect(isSameBody(stored.fingerprint, bodyOf(unrounded))).toBe(true);
  });

  it('needs no second look where the bytes are the same', () => {
    const { fingerprint: stored } = bodyOf(requestOf(receipt));
    const otherMessages = (): never => {
      throw new Error('looked');
    };
    expect(isSameBody(stored, { fingerprint: stored, otherMessages })).toBe(true);
  });
});
