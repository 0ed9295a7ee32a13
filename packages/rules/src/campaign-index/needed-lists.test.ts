import type { Campaign } from '../campaigns/campaign.ts';
import { campaign } from '../testing/builders.ts';
import { neededListsOf } from './needed-lists.ts';

const of = (op: string, value: string | readonly string[], field = 'sku') => ({ field, op, value });
const a = of('eq', 'a');
const bc = of('in', ['b', 'c']);
const not = of('neq', 'a');
const price = { field: 'unit_price_cents', op: 'gt', value: 1 };
const and = (...conditions: object[]) => ({ operator: 'AND', conditions });
const or = (...conditions: object[]) => ({ operator: 'OR', conditions });
const over = (lines: object, field: string, op: string, value: number) => ({ lines, field, op, value });
const products: Partial<Campaign> = {
  earningRule: { type: 'PRODUCT_PURCHASE', points: 1, skus: ['x', 'y'] },
};

it.each<[string, Partial<Campaign>, readonly number[] | null]>([
  ['nothing', {}, null],
  ['its rule', products, [0]],
  ['lines that earn', { earnOn: { lines: a } }, [0]],
  ['all lines but some', { earnOn: { except: a } }, null],
  ['lines of none', { earnOn: { lines: not } }, null],
  ['lines by price', { earnOn: { lines: price } }, null],
  ['both, so the smaller', { earnOn: { lines: and(bc, a) } }, [1]],
  ['one of both', { earnOn: { lines: or(bc, a) } }, [0, 1]],
  ['one of which any line is', { earnOn: { lines: or(bc, price) } }, null],
  ['a list and a price', { earnOn: { lines: and(price, bc) } }, [0]],
  ['a line', { conditions: { lines: a } }, [0]],
  [
    'a line or a store',
    { conditions: or({ lines: a }, { field: 'store_ref', op: 'exists', value: true }) },
    null,
  ],
  [
    'a line and a store',
    { conditions: and({ lines: a }, { field: 'store_ref', op: 'exists', value: true }) },
    [0],
  ],
  ['▲ few of them, which none is too', { conditions: over(a, 'count', 'lt', 3) }, null],
  ['▲ another number of them', { conditions: over(a, 'quantity', 'neq', 3) }, null],
  ['▲ at least nothing', { conditions: over(a, 'spend_cents', 'gte', 0) }, null],
  ['some of them', { conditions: over(a, 'quantity', 'gte', 1) }, [0]],
  ['its rule or lines that earn, whichever lists less', { ...products, earnOn: { lines: a } }, [1]],
  ['its rule, where that lists less', { ...products, earnOn: { lines: of('in', ['p', 'q', 'r']) } }, [0]],
  ['lines of its conditions or that earn', { conditions: { lines: bc }, earnOn: { lines: a } }, [1]],
  ['what cannot be read', { conditions: { lines: { field: 'colour', op: 'eq', value: 'red' } } }, null],
])('what a campaign needs that asks for %s', (_what, given, lists) => {
  expect(neededListsOf(campaign(given))).toEqual(lists);
});
