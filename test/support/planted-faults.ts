import { randomUUID } from 'node:crypto';

/** What an environment has that faulty lines name. */
export interface FaultPlaces {
  readonly staticSegmentId: string;
  readonly dynamicSegmentId: string;
  /** A stamp card that three stamps complete. */
  readonly stampCampaignId: string;
  /** A member of this environment. */
  readonly memberId: string;
  /** The reference of the member who was erased, by the number of the fault. */
  readonly erasedRef: (at: number) => string;
  /** The reference of a member who has points, by the number of the fault. */
  readonly richRef: (at: number) => string;
  /** The reference of the member whose points expire on 5,000 dates. */
  readonly fullRef: string;
}

interface FaultInput {
  readonly places: FaultPlaces;
  /** The number of this fault among those of its kind. */
  readonly at: number;
  /** A text that stands in no other place. */
  readonly marker: string;
  /** The reference of a good line before it in the same call; null if there is none. */
  readonly goodRef: string | null;
}

/** A way in which a line of an import is wrong, and how that is reported. */
export interface FaultKind {
  readonly name: string;
  readonly code: string;
  readonly pointers: readonly string[];
  /** Returns what replaces fields of a sound line. */
  readonly over: (input: FaultInput) => object;
  /** Writes the line, if it is no JSON object as usual. */
  readonly bytes?: (line: object) => string | Buffer;
  /** A line that is not JSON stands only in a file, and a call alone may have a reference twice. */
  readonly isOnlyIn?: 'file' | 'call';
  /** How often it may stand in a file, where it needs a member of its own. */
  readonly countMax?: number;
}

const invalid = (name: string, pointer: string | readonly string[], over: object): FaultKind => ({
  name,
  code: 'VALIDATION_ERROR',
  pointers: typeof pointer === 'string' ? [pointer] : pointer,
  over: () => over,
});

const malformed = (name: string, bytes: (text: string) => string | Buffer): FaultKind => ({
  name,
  code: 'VALIDATION_ERROR',
  pointers: [''],
  over: () => ({}),
  bytes: (line) => bytes(JSON.stringify(line)),
  isOnlyIn: 'file',
});

const refused = (
  code: string,
  pointer: string,
  over: FaultKind['over'],
  more: Partial<FaultKind> = {},
): FaultKind => ({ name: `${code} at ${pointer}`, code, pointers: [pointer], over, ...more });

const consent = { channels: ['EMAIL'], granted: true, source: 'form', grantedAt: '2020-01-01' };
const twice = randomUUID();
const tooMuch = Number.MAX_SAFE_INTEGER + 1;
const lot = { points: 1, expiresAt: '2099-12-31' };

/** Each field in the ways in which it may be wrong. */
const invalidFields: readonly FaultKind[] = [
  invalid('no reference', '/externalRef', { externalRef: undefined }),
  invalid('a reference that is a number', '/externalRef', { externalRef: 42 }),
  invalid('an empty reference', '/externalRef', { externalRef: '' }),
  invalid('a reference of 256 characters', '/externalRef', { externalRef: 'x'.repeat(256) }),
  invalid('an id that is none', '/id', { id: 'customer' }),
  invalid('an invisible name', '/name', { name: '\u200b' }),
  invalid('a name with NUL', '/name', { name: 'a\0b' }),
  invalid('a name with half a character', '/name', { name: 'a\ud83d' }),
  invalid('a name of 256 characters', '/name', { name: 'x'.repeat(256) }),
  invalid('an address without @', '/email', { email: 'nobody' }),
  invalid('a number with letters', '/phone', { phone: 'call me' }),
  invalid('a day that does not exist', '/enrolledAt', { enrolledAt: '2025-02-30' }),
  invalid('an enrolment in the future', '/enrolledAt', { enrolledAt: '2999-01-01' }),
  invalid('an activity in the future', '/lastActivityAt', { lastActivityAt: '2999-01-01' }),
  invalid('a word for yes', '/isSuspended', { isSuspended: 'yes' }),
  invalid('a balance below 0', '/balance', { balance: -1 }),
  invalid('a balance with a fraction', '/balance', { balance: 1.5 }),
  invalid('a balance above 2^53−1', '/balance', { balance: tooMuch }),
  invalid('a balance that is a text', '/balance', { balance: '12' }),
  invalid('lifetime points below 0', '/lifetimePoints', { lifetimePoints: -1 }),
  invalid('two wrong fields', ['/email', '/balance'], { email: 'nobody', balance: -1 }),
  invalid('a spend below 0', '/purchases/spendCents', { purchases: { spendCents: -1 } }),
  invalid('half a purchase', '/purchases/count', { purchases: { count: 0.5 } }),
  invalid('a purchase on no day', '/purchases/lastOn', { purchases: { lastOn: 'Monday' } }),
  invalid('a purchase in the future', '/purchases/lastOn', { purchases: { lastOn: '2999-01-01' } }),
];

/** Each list, and what stands in it. */
const invalidParts: readonly FaultKind[] = [
  invalid('lots that are no list', '/lots', { lots: lot }),
  invalid('a lot without points', '/lots/0/points', { lots: [{ expiresAt: '2099-12-31' }] }),
  invalid('a lot that never expires', '/lots/1', { balance: 9, lots: [lot, { points: 1 }] }),
  invalid('a lot of 0 points', '/lots/0/points', { lots: [{ points: 0, slidingDays: 9 }] }),
  invalid('a lot of 0 days', '/lots/0/slidingDays', { balance: 9, lots: [{ points: 1, slidingDays: 0 }] }),
  invalid('a lot that expires in two ways', '/lots/0/slidingDays', {
    balance: 9,
    lots: [{ points: 1, expiresAt: '2099-12-31', slidingDays: 9 }],
  }),
  invalid('a lot that expires in 900 years', '/lots/0/expiresAt', {
    balance: 9,
    lots: [{ points: 1, expiresAt: '2925-12-31' }],
  }),
  invalid('a segment by its name', '/segmentIds/0', { segmentIds: ['gold'] }),
  invalid('a segment twice', '/segmentIds/1', { segmentIds: [twice, twice.toUpperCase()] }),
  invalid('a consent to nothing', '/consents/0/channels', { consents: [{ ...consent, channels: [] }] }),
  invalid('an unknown channel', '/consents/0/channels/0', {
    consents: [{ ...consent, channels: ['PIGEON'] }],
  }),
  invalid('an unknown purpose', '/consents/0/purpose', { consents: [{ ...consent, purpose: 'FUN' }] }),
  invalid('a consent without a day', '/consents/0/grantedAt', {
    consents: [{ channels: ['EMAIL'], granted: true, source: 'form' }],
  }),
  invalid('a consent in the future', '/consents/1/grantedAt', {
    consents: [consent, { ...consent, grantedAt: '2999-01-01' }],
  }),
  invalid('no stamps', '/stampCards/0/stamps', { stampCards: [{ campaignId: twice, stamps: 0 }] }),
  invalid('a card by its name', '/stampCards/0/campaignId', {
    stampCards: [{ campaignId: 'coffee', stamps: 1 }],
  }),
];

/** Lines of a file that no call can have. */
const malformedLines: readonly FaultKind[] = [
  malformed('a line that is cut off', (text) => text.slice(0, -5)),
  malformed('two members in a line', (text) => `${text}${text}`),
  malformed('a list', (text) => `[${text}]`),
  malformed('bytes that are not UTF-8', (text) => Buffer.from(`${text.slice(0, -2)}\u00fc"}`, 'latin1')),
  malformed('a text', (text) => JSON.stringify(text)),
  malformed('nesting without an end', (text) => `${text.slice(0, -1)},"x":${'['.repeat(99)}`),
  {
    name: 'a field twice',
    code: 'VALIDATION_ERROR',
    pointers: ['/balance'],
    over: () => ({ balance: 1 }),
    bytes: (line) => `${JSON.stringify(line).slice(0, -1)},"balance":2}`,
    isOnlyIn: 'file',
  },
];

/** What only the environment knows. */
const refusedLines: readonly FaultKind[] = [
  refused('SAME_ENVIRONMENT', '/id', ({ places }) => ({ id: places.memberId })),
  refused('MEMBER_ERASED', '/externalRef', ({ places, at }) => ({ externalRef: places.erasedRef(at) })),
  refused('LOTS_EXCEED_BALANCE', '/lots', () => ({ balance: 9, lots: [{ points: 10, slidingDays: 9 }] })),
  refused('LOT_EXPIRED', '/lots/1', () => ({
    balance: 9,
    lots: [lot, { points: 1, expiresAt: '2020-12-31' }],
  })),
  refused('LOT_EXPIRED', '/lots/0', () => ({
    lastActivityAt: '2020-01-01',
    balance: 9,
    lots: [{ points: 1, slidingDays: 30 }],
  })),
  refused('SEGMENT_NOT_FOUND', '/segmentIds/1', ({ places }) => ({
    segmentIds: [places.staticSegmentId, randomUUID()],
  })),
  refused('SEGMENT_NOT_STATIC', '/segmentIds/0', ({ places }) => ({ segmentIds: [places.dynamicSegmentId] })),
  refused('CAMPAIGN_NOT_FOUND', '/stampCards/0/campaignId', () => ({
    stampCards: [{ campaignId: randomUUID(), stamps: 1 }],
  })),
  refused('VALIDATION_ERROR', '/stampCards/0/stamps', ({ places }) => ({
    stampCards: [{ campaignId: places.stampCampaignId, stamps: 3 }],
  })),
  ...(['balance', 'lifetimePoints'] as const).map((field, parity) =>
    refused('POINTS_OVERFLOW', `/${field}`, ({ places, at }) => ({
      externalRef: places.richRef(2 * at + parity),
      [field]: Number.MAX_SAFE_INTEGER,
    })),
  ),
  refused(
    'LIMIT_EXCEEDED',
    '/lots',
    ({ places }) => ({ externalRef: places.fullRef, balance: 1, lots: [lot] }),
    { countMax: 1 },
  ),
  refused('DUPLICATE_LINE', '/externalRef', ({ goodRef }) => ({ externalRef: goodRef }), {
    isOnlyIn: 'call',
  }),
];

/** All kinds of faults that a line of an import may have. */
export const faultKinds: readonly FaultKind[] = [
  ...invalidFields,
  ...invalidParts,
  ...malformedLines,
  ...refusedLines,
];
