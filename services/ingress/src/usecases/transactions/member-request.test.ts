import type { OutgoingRequest } from '../engines/ask-engine.ts';
import type { EvaluateEngine } from '../engines/ask-engine.ts';
import type { EngineReply } from '../engines/ask-engine.ts';
import { evaluateRequestCodec, fingerprintOf, type EvaluateRequest, type Reply } from '@loyalty/contracts';
import { evaluateRequest } from '@loyalty/contracts/testing';
import {
  Fault,
  memberKeyOf,
  systemClock,
  type Clock,
  type EnvironmentId,
  type MemberId,
} from '@loyalty/kernel';
import { createResponsesInMemory, type ResponsesInMemory } from '../../testing/responses-in-memory.ts';
import type { ReferencedMember } from '../engines/request-outcome.ts';

import { createMemberRequest, type MemberCall } from './member-request.ts';

const secret = Buffer.alloc(32, 7);
const environmentId = 3 as EnvironmentId;

const request = evaluateRequest({ memberRef: 'customer-42' });

const call: MemberCall<EvaluateRequest> = {
  environmentId,
  secret,
  currency: 'ZAR',
  request,
  isAsync: false,
  traceparent: 'trace',
  author: Buffer.from('pann'),
  withinLimit: Promise.resolve(),
};
const encode = (receipt: EvaluateRequest): Buffer => evaluateRequestCodec.encode(receipt, 1);
const response = Buffer.from('{"pointsAwarded":150}');
const nowMs = 1_700_000_000_000;
const ours = { fingerprint: fingerprintOf(encode(request)), response, atMs: nowMs + 1 };
const anothers = { ...ours, fingerprint: fingerprintOf(encode({ ...request, amountCents: 1 })) };
const memberOf = (memberRef: string): ReferencedMember => ({
  memberId: `id of ${memberRef}` as MemberId,
  memberKey: memberKeyOf(secret, memberRef),
});

const reply = (given: Partial<Reply>): EngineReply => ({
  outcome: 'replied',
  reply: { code: null, replayed: false, mismatch: false, body: null, ...given },
});

interface Asked {
  readonly responses: ResponsesInMemory;
  readonly engineRequests: OutgoingRequest[];
  readonly submitted: OutgoingRequest[];
}

/** An engine that always sends the same reply, with its stored responses, which are of the caller's member. */
const engineThat = (says: EngineReply | Error) => {
  const seen: Asked = { responses: createResponsesInMemory(), engineRequests: [], submitted: [] };
  seen.responses.membersByRef.set('evaluate receipt-1', memberOf('customer-42'));
  const said = <T>(value: T): Promise<T> =>
    says instanceof Error ? Promise.reject(says) : Promise.resolve(value);
  const engine: EvaluateEngine = {
    encode,
    ask: (engineRequest) => {
      seen.engineRequests.push(engineRequest);
      return said(says as EngineReply);
    },
    submit: (engineRequest) => {
      seen.submitted.push(engineRequest);
      return said(undefined);
    },
  };
  const clock: Clock = { now: () => nowMs, sleep: (ms) => systemClock.sleep(ms) };
  return { ...seen, evaluate: createMemberRequest('evaluate', { engine, responses: seen.responses, clock }) };
};

const unused = Buffer.from('{}');

describe('a request for a member', () => {
  it.each([false, true])('is not handed to the engine over the limit (async: %s)', async (isAsync) => {
    const { evaluate, engineRequests, submitted } = engineThat(reply({ body: response }));
    const withinLimit = Promise.reject(new Error('over its limit'));
    await expect(evaluate({ ...call, isAsync, withinLimit })).rejects.toThrow('over its limit');
    expect([engineRequests, submitted]).toEqual([[], []]);
  });

  it('returns the reply of the engine, byte for byte', async () => {
    const { evaluate, engineRequests } = engineThat(reply({ body: response }));
    expect(await evaluate(call)).toEqual({
      outcome: 'answered',
      body: response,
      isReplayed: false,
      isMismatched: false,
    });
    expect(engineRequests).toEqual([
      {
        environmentId,
        memberKey: memberKeyOf(secret, 'customer-42'),
        message: encode(request),
        traceparent: 'trace',
        author: Buffer.from('pann'),
      },
    ]);
  });

  it('passes on that the engine knew the reference, and that the body was another', async () => {
    const { evaluate } = engineThat(reply({ body: response, replayed: true, mismatch: true }));
    expect(await evaluate(call)).toMatchObject({ isReplayed: true, isMismatched: true });
  });

  it('passes on a refusal with its context', async () => {
    const { evaluate } = engineThat(reply({ code: 'POINTS_OVERFLOW', body: Buffer.from('{"balance":1}') }));
    expect(await evaluate(call)).toEqual({
      outcome: 'refused',
      code: 'POINTS_OVERFLOW',
      context: { balance: 1 },
    });
  });

  it('passes on a refusal without a context', async () => {
    const { evaluate } = engineThat(reply({ code: 'MEMBER_SUSPENDED' }));
    expect(await evaluate(call)).toEqual({ outcome: 'refused', code: 'MEMBER_SUSPENDED', context: {} });
  });

  it('returns the stored response to a reference of the last 24 h without the engine (D15)', async () => {
    const { evaluate, responses, engineRequests } = engineThat(reply({ body: unused }));
    responses.recentByRef.set('evaluate receipt-1', ours);
    expect(await evaluate(call)).toEqual({
      outcome: 'answered',
      body: response,
      isReplayed: true,
      isMismatched: false,
    });
    expect(engineRequests).toEqual([]);
  });

  it('says so when the earlier request with the reference had another body (D15)', async () => {
    const { evaluate, responses } = engineThat(reply({ body: unused }));
    responses.recentByRef.set('evaluate receipt-1', anothers);
    expect(await evaluate(call)).toMatchObject({ body: response, isReplayed: true, isMismatched: true });
  });

  it('asks the database only when no reply came in time', async () => {
    const { evaluate, responses } = engineThat(reply({ body: response }));
    await evaluate(call);
    expect(responses.asked).toEqual(['recent']);
  });

  it('returns the stored decision when its reply did not come', async () => {
    const { evaluate, responses } = engineThat({ outcome: 'timeout' });
    responses.storedByRef.set('evaluate receipt-1', ours);
    expect(await evaluate(call)).toEqual({
      outcome: 'answered',
      body: response,
      isReplayed: false,
      isMismatched: false,
    });
  });

  it('calls what it finds late a repeat when the body shows that it is one', async () => {
    const { evaluate, responses } = engineThat({ outcome: 'timeout' });
    responses.storedByRef.set('evaluate receipt-1', anothers);
    expect(await evaluate(call)).toMatchObject({ isReplayed: true, isMismatched: true });
  });

  it.each([
    ['a request that began when the record was written: this one', 0, false],
    ['a request that began as much later as clocks may differ: this one', 1_000, false],
    ['a request that began later than that: an earlier one with the same body, so a repeat', 1_001, true],
  ])('takes what it finds late, for %s (D15)', async (_, laterMs, isReplayed) => {
    const { evaluate, responses } = engineThat({ outcome: 'timeout' });
    responses.storedByRef.set('evaluate receipt-1', { ...ours, atMs: nowMs - laterMs });
    expect(await evaluate(call)).toMatchObject({ body: response, isReplayed, isMismatched: false });
  });

  it('is undecided when neither a reply nor a stored answer is there', async () => {
    const { evaluate } = engineThat({ outcome: 'timeout' });
    expect(await evaluate(call)).toEqual({ outcome: 'undecided' });
  });

  it('does not wait for a database that hangs', async () => {
    const { evaluate, responses } = engineThat({ outcome: 'timeout' });
    responses.stored = () => new Promise(() => undefined);
    expect(await evaluate(call)).toEqual({ outcome: 'undecided' });
  });

  it('is undecided, not refused, when the database is unavailable by then', async () => {
    const { evaluate, responses } = engineThat({ outcome: 'timeout' });
    responses.stored = () => Promise.reject(new Fault('DATABASE_UNAVAILABLE', 'away', { retry: true }));
    expect(await evaluate(call)).toEqual({ outcome: 'undecided' });
  });

  it('throws what the way to the engine throws', async () => {
    const { evaluate } = engineThat(new Fault('BROKER_UNAVAILABLE', 'away', { retry: true }));
    await expect(evaluate(call)).rejects.toMatchObject({ code: 'BROKER_UNAVAILABLE' });
  });
});

describe('the reference of another member (D123)', () => {
  const strangers = { ...ours, fingerprint: fingerprintOf(encode({ ...request, memberRef: 'customer-1' })) };
  const refused = { outcome: 'refused', code: 'TRANSACTION_DUPLICATE', context: {} };

  it.each<[string, EngineReply, { readonly recent?: true; readonly stored?: true; readonly isAsync?: true }]>(
    [
      ['in Redis', reply({ body: unused }), { recent: true }],
      ['in Redis, for a caller who does not wait', reply({ body: unused }), { recent: true, isAsync: true }],
      [
        'in Postgres, for a caller who does not wait',
        reply({ body: unused }),
        { stored: true, isAsync: true },
      ],
      ['in the reply of an older engine', reply({ body: response, replayed: true, mismatch: true }), {}],
      ['in Postgres at the deadline', { outcome: 'timeout' }, { stored: true }],
      ['in the reply of an engine', reply({ code: 'TRANSACTION_DUPLICATE' }), {}],
    ],
  )(
    'is refused, and nothing of theirs is shown: %s',
    async (_, says, { recent, stored, isAsync = false }) => {
      const { evaluate, responses } = engineThat(says);
      responses.membersByRef.set('evaluate receipt-1', memberOf('customer-1'));
      if (recent) responses.recentByRef.set('evaluate receipt-1', strangers);
      if (stored) responses.storedByRef.set('evaluate receipt-1', strangers);
      expect(await evaluate({ ...call, isAsync })).toEqual(refused);
    },
  );

  it('is that of the same member by another card, which is a repeat (D345)', async () => {
    const { evaluate, responses } = engineThat(reply({ body: unused }));
    const { memberKey } = memberOf('customer-1');
    responses.recentByRef.set('evaluate receipt-1', strangers);
    responses.membersByRef.set('evaluate receipt-1', memberOf('customer-1'));
    responses.endByKey.set(memberOf(request.memberRef).memberKey.toString('hex'), memberKey);
    expect(await evaluate(call)).toMatchObject({ outcome: 'answered', isReplayed: true, isMismatched: true });
    responses.endByKey.clear();
    expect(await evaluate(call)).toEqual(refused);
  });

  it('is not looked up for a new one, nor for a repeat with the same body', async () => {
    const { evaluate, responses } = engineThat(reply({ body: response }));
    await evaluate(call);
    responses.recentByRef.set('evaluate receipt-1', ours);
    await evaluate(call);
    expect(responses.asked).toEqual(['recent', 'recent']);
  });

  it('shows nothing while the database is unavailable', async () => {
    const { evaluate, responses } = engineThat(reply({ body: unused }));
    responses.recentByRef.set('evaluate receipt-1', strangers);
    responses.readMembers = () => Promise.reject(new Fault('DATABASE_UNAVAILABLE', 'away', { retry: true }));
    await expect(evaluate(call)).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
  });

  it('is undecided while its row is lost: a repeat asks the engine', async () => {
    const { evaluate, responses } = engineThat(reply({ body: unused }));
    responses.recentByRef.set('evaluate receipt-1', strangers);
    responses.membersByRef.clear();
    expect(await evaluate(call)).toEqual({ outcome: 'undecided' });
  });
});

describe('evaluate with respond-async', () => {
  const asyncCall = { ...call, isAsync: true };

  it('is accepted as soon as the order is safe, and asks for no reply', async () => {
    const { evaluate, engineRequests, submitted } = engineThat(reply({ body: unused }));
    expect(await evaluate(asyncCall)).toEqual({ outcome: 'accepted' });
    expect(submitted).toHaveLength(1);
    expect(engineRequests).toEqual([]);
  });

  it.each(['recentByRef', 'storedByRef'] as const)(
    'returns an earlier decision of the reference at once (%s)',
    async (known) => {
      const { evaluate, responses, submitted } = engineThat(reply({ body: unused }));
      responses[known].set('evaluate receipt-1', ours);
      expect(await evaluate(asyncCall)).toMatchObject({ outcome: 'answered', isReplayed: true });
      expect(submitted).toEqual([]);
    },
  );

  it('is accepted also while the database is unavailable', async () => {
    const { evaluate, responses } = engineThat(reply({ body: unused }));
    responses.stored = () => Promise.reject(new Fault('DATABASE_UNAVAILABLE', 'away', { retry: true }));
    expect(await evaluate(asyncCall)).toEqual({ outcome: 'accepted' });
  });

  it('throws when the order is not safe', async () => {
    const { evaluate } = engineThat(new Fault('BROKER_UNAVAILABLE', 'away', { retry: true }));
    await expect(evaluate(asyncCall)).rejects.toMatchObject({ code: 'BROKER_UNAVAILABLE' });
  });
});
