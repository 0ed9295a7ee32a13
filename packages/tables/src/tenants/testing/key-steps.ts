import fc from 'fast-check';
import type { KeyGrant, KeyPatch, KeyRequest } from '../key-rules.ts';

/** Done by somebody with keys of an environment, who knows the ids of all others. Numbers choose among what there is. */
export type KeyStep =
  | { readonly kind: 'make'; readonly by: number; readonly wanted: KeyRequest }
  | { readonly kind: 'narrow'; readonly by: number; readonly key: number; readonly patch: KeyPatch }
  | { readonly kind: 'rotate'; readonly by: number; readonly key: number; readonly overlapHours: number }
  | { readonly kind: 'revoke'; readonly by: number; readonly key: number; readonly alsoMade: boolean }
  | { readonly kind: 'wait'; readonly hours: number };

export const stepsBeginMs = Date.UTC(2027, 0, 1);

const hourMs = 3_600_000;

const few = ['keys:write', 'keys:read', 'members:find', 'members:read', 'transactions:evaluate'] as const;

const permissions = fc.subarray([...few], { minLength: 1 });

/** `admin` most of all, because it is what nobody else may give. */
const role = fc.constantFrom('admin', 'admin', 'till', 'server');

const end = fc.option(fc.integer({ min: -2, max: 60 }).map((hours) => stepsBeginMs + hours * hourMs));

const limit = fc.option(fc.integer({ min: 1, max: 1_000 }));

const content = fc
  .tuple(fc.oneof({ weight: 3, arbitrary: permissions }, { weight: 1, arbitrary: role }), end, limit)
  .map(([what, expiresAtMs, rateLimitPerMinute]) => ({
    ...(typeof what === 'string' ? { role: what } : { permissions: what }),
    expiresAtMs,
    rateLimitPerMinute,
  }));

const place = fc.nat({ max: 11 });

export const anyKeyStep: fc.Arbitrary<KeyStep> = fc.oneof(
  fc.record({
    kind: fc.constant('make' as const),
    by: place,
    wanted: content.map((some): KeyRequest => ({ ...some, name: 'made' })),
  }),
  fc.record({
    kind: fc.constant('narrow' as const),
    by: place,
    key: place,
    patch: fc.tuple(content, fc.integer({ min: 1, max: 15 })).map(([some, parts]) => partOf(some, parts)),
  }),
  fc.record({
    kind: fc.constant('rotate' as const),
    by: place,
    key: place,
    overlapHours: fc.constantFrom(0, 1, 24, 168),
  }),
  fc.record({
    kind: fc.constant('revoke' as const),
    by: place,
    key: place,
    alsoMade: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 30 }) }),
);

/** A change names some of the fields. */
const partOf = (some: KeyPatch, parts: number): KeyPatch =>
  Object.fromEntries(Object.entries({ ...some, name: 'changed' }).filter((_, at) => (parts >> at) % 2 === 1));

/** Keys that an operator has made: what a thief may begin with, and what belongs to others. */
export const anyFirstKeys: fc.Arbitrary<readonly KeyGrant[]> = fc.array(
  fc
    .tuple(fc.option(permissions, { freq: 3 }), fc.option(fc.integer({ min: 1, max: 60 })), limit)
    .map(([some, hours, rateLimitPerMinute]) => ({
      name: 'first',
      permissions: some === null ? null : ['keys:write', ...some.filter((name) => name !== 'keys:write')],
      role: some === null ? 'admin' : null,
      expiresAtMs: hours === null ? null : stepsBeginMs + hours * hourMs,
      rateLimitPerMinute,
    })),
  { minLength: 2, maxLength: 4 },
);
