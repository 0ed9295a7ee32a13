import { fingerprintOf, type MemberEventRequest, memberEventRequestCodec } from '@loyalty/contracts';
import type { JsonObject } from '@loyalty/contracts/http';
import { canonicalJson, compilePayloadValidator } from '@loyalty/contracts/payloads';
import { memberEventRequest } from '@loyalty/contracts/testing';
import { type EnvironmentId, type MemberId, memberKeyOf } from '@loyalty/kernel';
import { definitionOf, eventEngineThat, refusedBy, replied } from '../../testing/event-engine.ts';
import { createResponsesInMemory } from '../../testing/responses-in-memory.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import type { EngineReply } from '../engines/ask-engine.ts';
import { type CompiledDefinition, createSubmitEvent, type SubmitEventCall } from './submit-event.ts';

const secret = Buffer.alloc(32, 7);
const environmentId = 3 as EnvironmentId;
const nowMs = 1_700_000_000_000;

const call: SubmitEventCall = {
  environmentId,
  secret,
  ref: 'event-1',
  isAsync: false,
  traceparent: 'trace',
  author: Buffer.from('pann'),
  eventKey: 'fuel.purchase',
  payload: { litres: 41.5, customerId: 'customer-42' },
};

const request = memberEventRequest({
  memberRef: 'customer-42',
  eventKey: 'fuel.purchase',
  payload: Buffer.from('{"customerId":"customer-42","litres":41.5}'),
});

const response = Buffer.from('{"pointsAwarded":50}');
const keptFor = (event: MemberEventRequest) => ({
  fingerprint: fingerprintOf(memberEventRequestCodec.encode(event, 1)),
  response,
  atMs: nowMs,
});

const fuel = definitionOf({ validate: validatorOf({ litres: { type: 'number', exclusiveMinimum: 0 } }) });

const anything = definitionOf({ validate: validatorOf({}) });

/** The use case over an engine that gives these replies in turn, and definitions that are found in turn. */
const submitting = (
  replies: readonly EngineReply[],
  found: readonly (CompiledDefinition | null)[] = [fuel],
) => {
  const { engine, engineRequests, submitted } = eventEngineThat(replies);
  const responses = createResponsesInMemory();
  const memberKey = memberKeyOf(secret, 'customer-42');
  responses.membersByRef.set('event event-1', { memberId: 'm' as MemberId, memberKey });
  const left = [...found];
  const definitions = {
    find: () => Promise.resolve((left.length > 1 ? left.shift() : left[0]) ?? null),
  };
  const submit = createSubmitEvent({ engine, responses, definitions, clock: createTestClock(nowMs) });
  return { submit, responses, engineRequests, submitted };
};

const payloadOf = (payload: JsonObject): SubmitEventCall => ({ ...call, payload });

describe('an event', () => {
  it('that is valid is sent to its member, with the revision that it was judged by (D63)', async () => {
    const { submit, engineRequests } = submitting([replied({ body: response })]);
    expect(await submit(call)).toEqual({
      outcome: 'answered',
      body: response,
      isReplayed: false,
      isMismatched: false,
    });
    expect(engineRequests).toEqual([
      {
        environmentId,
        memberKey: memberKeyOf(secret, 'customer-42'),
        message: memberEventRequestCodec.encode(request, 1),
        traceparent: 'trace',
        author: Buffer.from('pann'),
        definitionRevision: 3,
      },
    ]);
  });

  it('names its member by an integer as by its digits', async () => {
    const { submit, engineRequests } = submitting([replied({ body: response })]);
    await submit(payloadOf({ customerId: 42 }));
    expect(memberEventRequestCodec.decode(messageOf(engineRequests)).memberRef).toBe('42');
  });

  it('names its member by up to 255 characters, each of as many units as it needs (D75)', async () => {
    const { submit, engineRequests } = submitting([replied({ body: response })]);
    await submit(payloadOf({ customerId: '😀'.repeat(255) }));
    expect(memberEventRequestCodec.decode(messageOf(engineRequests)).memberRef).toBe('😀'.repeat(255));
  });

  it('that the engine would give up is refused and not sent (D75)', async () => {
    const { submit, engineRequests } = submitting([]);
    const refused = await submit({ ...call, ref: '😀'.repeat(256) });
    expect(refused).toMatchObject({ code: 'VALIDATION_ERROR', context: { errors: [{ pointer: '/ref' }] } });
    expect(engineRequests).toEqual([]);
  });

  it('is the same bytes whatever the order of its fields', async () => {
    const { submit, engineRequests } = submitting([replied({ body: response })]);
    await submit(payloadOf({ customerId: 'customer-42', litres: 41.5 }));
    expect(messageOf(engineRequests)).toEqual(memberEventRequestCodec.encode(request, 1).subarray(5));
  });

  it.each<[string, JsonObject, string]>([
    ['no name of a member', { litres: 1 }, '/payload/customerId'],
    ['an empty one', { customerId: '' }, '/payload/customerId'],
    ['one of 256 characters', { customerId: 'x'.repeat(256) }, '/payload/customerId'],
    ['one of 256 emoji', { customerId: '😀'.repeat(256) }, '/payload/customerId'],
    ['one that no UTF-8 holds', { customerId: 'a\ud83d' }, '/payload/customerId'],
    ['a fraction for one', { customerId: 1.5 }, '/payload/customerId'],
    ['an integer beyond 2^53', { customerId: 2 ** 53 }, '/payload/customerId'],
    ['null for one', { customerId: null }, '/payload/customerId'],
    ['a payload that its definition refuses', { customerId: 'c', litres: 0 }, '/payload/litres'],
  ])('with %s is refused and not sent', async (_, payload, pointer) => {
    const { submit, engineRequests } = submitting([]);
    expect(await submit(payloadOf(payload))).toMatchObject({
      outcome: 'refused',
      code: 'VALIDATION_ERROR',
      context: { eventKey: 'fuel.purchase', definitionVersion: 2, errors: [{ pointer }] },
    });
    expect(engineRequests).toEqual([]);
  });

  it.each<[string, string, JsonObject, string]>([
    ['a dotted path', 'member.id', { member: { id: 'customer-42' } }, 'customer-42'],
    ['a deeper path', 'a.b.c', { a: { b: { c: 'x' } } }, 'x'],
    ['a path to an integer', 'member.number', { member: { number: 42 } }, '42'],
    ['an item of a list', 'members.0.id', { members: [{ id: 'first' }, { id: 'second' }] }, 'first'],
    ['a field of that very name', 'member.id', { 'member.id': 'flat' }, 'flat'],
    ['that field before the path', 'member.id', { 'member.id': 'flat', member: { id: 'deep' } }, 'flat'],
    ['a plain name', 'customerId', { customerId: 'plain' }, 'plain'],
  ])('finds its member by %s', async (_, identityProperty, payload, memberRef) => {
    const { submit, engineRequests } = submitting(
      [replied({ body: response })],
      [{ ...anything, identityProperty }],
    );
    await submit(payloadOf(payload));
    expect(memberEventRequestCodec.decode(messageOf(engineRequests)).memberRef).toBe(memberRef);
  });

  it.each<[string, JsonObject, string]>([
    ['nothing at a path', {}, '/payload/member/id'],
    ['half of a path', { member: {} }, '/payload/member/id'],
    ['a text on the way', { member: 'customer-42' }, '/payload/member/id'],
    ['null at its end', { member: { id: null } }, '/payload/member/id'],
    ['an object at its end', { member: { id: {} } }, '/payload/member/id'],
    ['an empty text at its end', { member: { id: '' } }, '/payload/member/id'],
    [
      'nothing in the field of that very name',
      { 'member.id': null, member: { id: 'deep' } },
      '/payload/member.id',
    ],
  ])('with %s is refused at its place', async (_, payload, pointer) => {
    const { submit } = submitting([], [{ ...anything, identityProperty: 'member.id' }]);
    expect(await submit(payloadOf(payload))).toMatchObject({
      code: 'VALIDATION_ERROR',
      context: { errors: [{ pointer, message: 'must be a string of 1 to 255 characters or an integer' }] },
    });
  });

  it('finds its referrer by a dotted path, too', async () => {
    const paths = { identityProperty: 'who.id', referrerProperty: 'by.id', lifecycleType: 'REFERRAL' };
    const { submit, engineRequests } = submitting([replied({ body: response })], [{ ...anything, ...paths }]);
    await submit(payloadOf({ who: { id: 'a' }, by: { id: 'b' } }));
    expect(memberEventRequestCodec.decode(messageOf(engineRequests))).toMatchObject({
      memberRef: 'a',
      referrerRef: 'b',
    });
  });

  it('names each faulty field once, in the words of its definition', async () => {
    const strict = definitionOf({ validate: validatorOf({ customerId: { type: 'string' } }) });
    const { submit } = submitting([], [strict]);
    expect(await submit(payloadOf({ customerId: null }))).toMatchObject({
      context: { errors: [{ pointer: '/payload/customerId', message: 'must be string' }] },
    });
  });

  it('of more than 64 KiB is refused before anything else (D10)', async () => {
    const { submit } = submitting([], [null]);
    const limit = 64 * 1024 - canonicalJson({ x: '' }).length;
    expect(await submit(payloadOf({ x: 'x'.repeat(limit + 1) }))).toEqual(
      refusedBy('PAYLOAD_TOO_LARGE', { limitBytes: 65_536 }),
    );
    expect(await submit(payloadOf({ x: 'x'.repeat(limit) }))).toEqual(
      refusedBy('EVENT_DEFINITION_NOT_FOUND'),
    );
  });

  it('of an archived definition is refused', async () => {
    const { submit } = submitting([], [{ ...fuel, state: 'ARCHIVED' }]);
    expect(await submit(call)).toEqual(refusedBy('EVENT_DEFINITION_ARCHIVED', { eventKey: 'fuel.purchase' }));
  });
});

describe('a referral', () => {
  const referral = { ...fuel, lifecycleType: 'REFERRAL' };

  it.each<[string, JsonObject, string | null]>([
    ['names who referred', { referrerRef: 'customer-7' }, 'customer-7'],
    ['names them by an integer', { referrerRef: 7 }, '7'],
    ['may name nobody', {}, null],
    ['may name nobody by null', { referrerRef: null }, null],
  ])('%s', async (_, given, referrerRef) => {
    const { submit, engineRequests } = submitting([replied({ body: response })], [referral]);
    await submit(payloadOf({ customerId: 'customer-42', ...given }));
    expect(memberEventRequestCodec.decode(messageOf(engineRequests)).referrerRef).toBe(referrerRef);
  });

  it.each<[string, JsonObject]>([
    ['of oneself', { customerId: '42', referrerRef: 42 }],
    ['of nothing that could be a member', { customerId: '42', referrerRef: {} }],
  ])('%s is refused (D65)', async (_, payload) => {
    const { submit } = submitting([], [referral]);
    expect(await submit(payloadOf(payload))).toMatchObject({
      code: 'VALIDATION_ERROR',
      context: { errors: [{ pointer: '/payload/referrerRef' }] },
    });
  });

  it('is none where the definition says so: the field is like any other', async () => {
    const { submit, engineRequests } = submitting([replied({ body: response })]);
    await submit(payloadOf({ customerId: 'c', referrerRef: 'c' }));
    expect(memberEventRequestCodec.decode(messageOf(engineRequests)).referrerRef).toBeNull();
  });
});

describe('a reference that has an answer gets it (D15)', () => {
  const archived = { ...fuel, state: 'ARCHIVED' } as const;
  const stricter = { ...fuel, validate: validatorOf({ litres: { minimum: 100 } }) };

  it.each([
    ['and is valid', fuel, 'recentByRef'],
    ['though its definition is archived by now', archived, 'recentByRef'],
    ['though its definition asks for more by now', stricter, 'storedByRef'],
  ] as const)('%s', async (...[, definition, known]) => {
    const { submit, responses, engineRequests } = submitting([], [definition]);
    responses[known].set('event event-1', keptFor(request));
    expect(await submit(call)).toEqual({
      outcome: 'answered',
      body: response,
      isReplayed: true,
      isMismatched: false,
    });
    expect(engineRequests).toEqual([]);
  });

  it.each([
    ['another payload', payloadOf({ customerId: 'customer-42', litres: 2 })],
    ['a payload that would be refused', payloadOf({ customerId: 'customer-42', litres: -1 })],
  ])('and is marked as a repeat with %s', async (_, another) => {
    const { submit, responses } = submitting([]);
    responses.recentByRef.set('event event-1', keptFor(request));
    expect(await submit(another)).toMatchObject({ isReplayed: true, isMismatched: true });
  });

  it.each([
    ['another', { customerId: 'customer-1', litres: 41.5 }, fuel, 'TRANSACTION_DUPLICATE'],
    [
      'another, in an event that would be refused',
      { customerId: 1, litres: 0 },
      fuel,
      'TRANSACTION_DUPLICATE',
    ],
    ['another, under an archived definition', { customerId: '1' }, archived, 'TRANSACTION_DUPLICATE'],
    ['nobody', {}, fuel, 'VALIDATION_ERROR'],
    ['nobody, under an archived definition', {}, archived, 'EVENT_DEFINITION_ARCHIVED'],
    ['nobody, because there is no definition', call.payload, null, 'EVENT_DEFINITION_NOT_FOUND'],
  ] as const)('unless it is of %s (D123)', async (_, payload, definition, code) => {
    for (const known of ['recentByRef', 'storedByRef'] as const) {
      const { submit, responses } = submitting([{ outcome: 'timeout' }], [definition]);
      responses[known].set('event event-1', keptFor(request));
      const refused = await submit(payloadOf(payload));
      expect(refused).toMatchObject({ outcome: 'refused', code });
      expect(refused).not.toHaveProperty('body');
    }
  });

  it('but not the answer of an evaluate with the same reference', async () => {
    const { submit, responses } = submitting([replied({ body: response })]);
    responses.recentByRef.set('evaluate event-1', keptFor(request));
    expect(await submit(call)).toMatchObject({ isReplayed: false });
  });
});

describe('an event that was judged by an older definition than the engine knows', () => {
  const retry = replied({ code: 'RETRY_DEFINITION' });

  it('is judged and sent again (D63)', async () => {
    const newer = { ...fuel, revision: 4 };
    const { submit, engineRequests } = submitting([retry, replied({ body: response })], [fuel, newer]);
    expect(await submit(call)).toMatchObject({ outcome: 'answered' });
    expect(engineRequests.map(({ definitionRevision }) => definitionRevision)).toEqual([3, 4]);
  });

  it('is refused when the newer one refuses it', async () => {
    const { submit } = submitting([retry], [fuel, null]);
    expect(await submit(call)).toEqual(refusedBy('EVENT_DEFINITION_NOT_FOUND'));
  });

  it('is undecided after three tries', async () => {
    const { submit, engineRequests } = submitting([retry, retry, retry, replied({ body: response })]);
    expect(await submit(call)).toEqual({ outcome: 'undecided' });
    expect(engineRequests).toHaveLength(3);
  });
});

describe('an event with respond-async', () => {
  it('is accepted once it was found valid', async () => {
    const { submit, submitted } = submitting([]);
    expect(await submit({ ...call, isAsync: true })).toEqual({ outcome: 'accepted' });
    expect(submitted).toMatchObject([{ definitionRevision: 3 }]);
  });

  it('is refused at once when it is not', async () => {
    const { submit, submitted } = submitting([]);
    expect(await submit({ ...payloadOf({}), isAsync: true })).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(submitted).toEqual([]);
  });
});

function validatorOf(properties: JsonObject) {
  const compiled = compilePayloadValidator(properties);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.errors));
  return compiled.value;
}

/** The payload of the message that was sent, without the registry's header. */
function messageOf(engineRequests: readonly { readonly message: Buffer }[]): Buffer {
  return engineRequests[0]?.message.subarray(5) ?? Buffer.alloc(0);
}
