import { fingerprintOf, type MemberEventRequest, memberEventRequestCodec } from '@loyalty/contracts';
import { memberEventRequest } from '@loyalty/contracts/testing';
import { type EnvironmentId, type MemberId, memberKeyOf } from '@loyalty/kernel';
import { definitionOf, eventEngineThat, refusedBy, replied } from '../../testing/event-engine.ts';
import { createResponsesInMemory } from '../../testing/responses-in-memory.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import type { CompiledDefinition } from './submit-event.ts';
import {
  createSubmitLifecycleEvent,
  type EventMember,
  type LifecycleEvent,
  type LifecycleEventCall,
} from './submit-lifecycle-event.ts';

const nowMs = Date.parse('2026-03-01T08:00:00.000Z');
const response = Buffer.from('{"pointsAwarded":500}');

const memberOf = (id: string, given: Partial<EventMember> = {}): EventMember => ({
  id,
  externalRef: `ref-of-${id}`,
  state: 'active',
  ...given,
});

const members: readonly EventMember[] = [
  memberOf('m-1'),
  memberOf('m-2'),
  memberOf('suspended', { state: 'suspended' }),
  memberOf('erased', { state: 'anonymized', externalRef: 'anon_1' }),
];

const callOf = (given: Partial<LifecycleEvent> = {}): LifecycleEventCall => ({
  environmentId: 3 as EnvironmentId,
  tenantId: 'tenant-1',
  secret: Buffer.alloc(32, 7),
  ref: 'signup-1',
  isAsync: false,
  traceparent: 'trace',
  author: Buffer.from('pann'),
  event: { memberId: 'm-1', type: 'SIGNUP', ...given },
});

const request = memberEventRequest({
  ref: 'signup-1',
  memberRef: 'ref-of-m-1',
  eventKey: null,
  lifecycleType: 'SIGNUP',
});

const submitting = (definition: CompiledDefinition | null = null) => {
  const { engine, engineRequests } = eventEngineThat([replied({ body: response })]);
  const responses = createResponsesInMemory();
  const submit = createSubmitLifecycleEvent({
    engine,
    responses,
    definitions: { find: () => Promise.resolve(definition) },
    members: { find: (_, id) => Promise.resolve(members.find((member) => member.id === id) ?? null) },
    clock: createTestClock(nowMs),
  });
  const sent = (): MemberEventRequest[] =>
    engineRequests.map(({ message }) => memberEventRequestCodec.decode(message.subarray(5)));
  return { submit, responses, engineRequests, sent };
};

describe('a lifecycle event (D65)', () => {
  it('is sent under the reference of its member, without a definition', async () => {
    const { submit, engineRequests, sent } = submitting();
    expect(await submit(callOf())).toMatchObject({ outcome: 'answered', body: response });
    expect(sent()).toEqual([request]);
    expect(engineRequests[0]).not.toHaveProperty('definitionRevision');
  });

  it.each<[string, Partial<LifecycleEvent>, Partial<MemberEventRequest>]>([
    ['a name of its own', { type: 'Anniversary of store 7' }, { lifecycleType: 'Anniversary of store 7' }],
    ['one of the four words in any case', { type: 'signUp' }, { lifecycleType: 'SIGNUP' }],
    ['another name in its own case', { type: 'custom' }, { lifecycleType: 'custom' }],
    ['its own time', { occurredAt: '2026-02-28' }, { occurredAt: Date.parse('2026-02-28T00:00:00.000Z') }],
    [
      'a payload that is only kept',
      { payload: { b: 1, a: [2] } },
      { payload: Buffer.from('{"a":[2],"b":1}') },
    ],
    ['a referrer by reference', { type: 'REFERRAL', referrerRef: 'x' }, { referrerRef: 'x' }],
    ['a referrer by id', { type: 'REFERRAL', referrerMemberId: 'm-2' }, { referrerRef: 'ref-of-m-2' }],
    ['a referrer who is not known', { type: 'REFERRAL', referrerMemberId: 'm-9' }, { referrerRef: null }],
    ['a referrer who was erased', { type: 'REFERRAL', referrerMemberId: 'erased' }, { referrerRef: null }],
  ])('may have %s', async (_, given, expected) => {
    const { submit, sent } = submitting();
    await submit(callOf(given));
    expect(sent()).toMatchObject([expected]);
  });

  it('of a suspended member is left to the engine, which also returns earlier responses', async () => {
    const { submit, sent } = submitting();
    await submit(callOf({ memberId: 'suspended' }));
    expect(sent()).toHaveLength(1);
  });

  it.each<[string, Partial<LifecycleEvent>, string, string]>([
    ['in the future', { occurredAt: '2026-03-01T08:05:01Z' }, 'VALIDATION_ERROR', '/occurredAt'],
    ['before 2000', { occurredAt: '1999-12-31T23:59:59.999Z' }, 'VALIDATION_ERROR', '/occurredAt'],
    ['of a name that no database holds', { type: 'a\0' }, 'VALIDATION_ERROR', '/type'],
    ['with no referrer in its name', { referrerRef: '' }, 'VALIDATION_ERROR', '/referrerRef'],
    [
      'with two referrers',
      { referrerRef: 'x', referrerMemberId: 'm-2' },
      'VALIDATION_ERROR',
      '/referrerMemberId',
    ],
    [
      'of oneself by reference',
      { type: 'REFERRAL', referrerRef: 'ref-of-m-1' },
      'VALIDATION_ERROR',
      '/referrerRef',
    ],
    [
      'of oneself in small letters',
      { type: 'referral', referrerRef: 'ref-of-m-1' },
      'VALIDATION_ERROR',
      '/referrerRef',
    ],
    [
      'with a number that would lose digits',
      { payload: { a: [9_007_199_254_740_992] } },
      'VALIDATION_ERROR',
      '/payload/a/0',
    ],
    [
      'of oneself by id',
      { type: 'REFERRAL', referrerMemberId: 'm-1' },
      'VALIDATION_ERROR',
      '/referrerMemberId',
    ],
    [
      'with a number that is none',
      { payload: { a: Number.POSITIVE_INFINITY } },
      'VALIDATION_ERROR',
      '/payload/a',
    ],
  ])('%s is refused', async (...[, given, code, pointer]) => {
    const { submit, engineRequests } = submitting();
    expect(await submit(callOf(given))).toMatchObject({ code, context: { errors: [{ pointer }] } });
    expect(engineRequests).toEqual([]);
  });

  it.each([
    ['an unknown member', { memberId: 'm-9' }, refusedBy('MEMBER_NOT_FOUND')],
    ['an erased member', { memberId: 'erased' }, refusedBy('MEMBER_ERASED')],
    ['an unknown definition', { eventKey: 'fuel.purchase' }, refusedBy('EVENT_DEFINITION_NOT_FOUND')],
    [
      '64 KiB and more',
      { payload: { x: 'x'.repeat(65_536) } },
      refusedBy('PAYLOAD_TOO_LARGE', { limitBytes: 65_536 }),
    ],
  ])('of %s is refused', async (_, given, expected) => {
    expect(await submitting().submit(callOf(given))).toEqual(expected);
  });
});

describe('a lifecycle event that is a custom one too', () => {
  const named = callOf({ eventKey: 'fuel.purchase', payload: { litres: 0 } });

  it('is judged by the definition, which need not find the member in it', async () => {
    const { submit, engineRequests, sent } = submitting(definitionOf());
    await submit(named);
    expect(sent()).toMatchObject([
      { memberRef: 'ref-of-m-1', eventKey: 'fuel.purchase', lifecycleType: 'SIGNUP' },
    ]);
    expect(engineRequests[0]?.definitionRevision).toBe(3);
  });

  it('is refused with what is wrong with its payload', async () => {
    const validate = () => [{ pointer: '/payload/litres', message: 'must be > 0' }];
    expect(await submitting(definitionOf({ validate })).submit(named)).toMatchObject({
      code: 'VALIDATION_ERROR',
      context: { eventKey: 'fuel.purchase', definitionVersion: 2, errors: validate() },
    });
  });

  it('is refused when the definition is archived', async () => {
    const { submit } = submitting(definitionOf({ state: 'ARCHIVED' }));
    expect(await submit(named)).toMatchObject({ code: 'EVENT_DEFINITION_ARCHIVED' });
  });
});

it('the answer to a lifecycle event outlives its member (D15)', async () => {
  const { submit, responses } = submitting();
  const fingerprint = fingerprintOf(memberEventRequestCodec.encode(request, 1));
  responses.storedByRef.set('event signup-1', { fingerprint, response, atMs: nowMs });
  const memberId = 'erased' as MemberId;
  responses.membersByRef.set('event signup-1', { memberId, memberKey: Buffer.alloc(16) });
  expect(await submit(callOf({ memberId: 'erased' }))).toMatchObject({
    isReplayed: true,
    isMismatched: false,
  });
});

describe('a reference that has a response', () => {
  const stored = {
    fingerprint: fingerprintOf(memberEventRequestCodec.encode(request, 1)),
    response,
    atMs: nowMs,
  };
  const submitAfter = (memberId: string, event: Partial<LifecycleEvent>) => {
    const { submit, responses } = submitting();
    const memberKey = memberKeyOf(callOf().secret, `ref-of-${memberId}`);
    responses.membersByRef.set('event signup-1', { memberId: memberId as MemberId, memberKey });
    responses.recentByRef.set('event signup-1', stored);
    return submit(callOf(event));
  };

  it.each<[string, Partial<LifecycleEvent>, string]>([
    ['another member', { memberId: 'm-2' }, 'TRANSACTION_DUPLICATE'],
    ['a suspended one', { memberId: 'suspended' }, 'TRANSACTION_DUPLICATE'],
    ['an erased one', { memberId: 'erased' }, 'TRANSACTION_DUPLICATE'],
    [
      'one who refers themselves',
      { memberId: 'm-2', type: 'REFERRAL', referrerMemberId: 'm-2' },
      'TRANSACTION_DUPLICATE',
    ],
    ['another under no definition', { memberId: 'm-2', eventKey: 'none' }, 'TRANSACTION_DUPLICATE'],
    ['nobody', { memberId: 'm-9' }, 'MEMBER_NOT_FOUND'],
  ])('does not show it to %s (D123)', async (_, event, code) => {
    expect(await submitAfter('m-1', event)).toEqual({ outcome: 'refused', code, context: {} });
  });

  it.each<[string, string, Partial<LifecycleEvent>, boolean]>([
    ['the same event', 'm-1', {}, false],
    ['another one', 'm-1', { payload: { a: 1 } }, true],
    ['one that would be refused', 'm-1', { eventKey: 'none' }, true],
    ['one after the erasure', 'erased', { memberId: 'erased' }, false],
  ])('shows it to its member: %s (D15)', async (_, memberId, event, isMismatched) => {
    expect(await submitAfter(memberId, event)).toMatchObject({ isReplayed: true, isMismatched });
  });
});
