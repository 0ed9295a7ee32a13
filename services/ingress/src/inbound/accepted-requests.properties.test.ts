import fc from 'fast-check';
import { evaluateRequestCodec, type MemberEventRequest, memberEventRequestCodec } from '@loyalty/contracts';
import { faultyStringsOf, validatorFor } from '@loyalty/contracts/http';
import type { EnvironmentId } from '@loyalty/kernel';
import { atEngine, faultsOfEvaluateRequest, faultsOfMemberEvent } from '@loyalty/rules/requests';
import { definitionOf, eventEngineThat, replied } from '../testing/event-engine.ts';
import { createResponsesInMemory } from '../testing/responses-in-memory.ts';
import { createTestClock } from '../testing/test-clock.ts';
import { createSubmitEvent } from '../usecases/events/submit-event.ts';
import { createSubmitLifecycleEvent } from '../usecases/events/submit-lifecycle-event.ts';
import { readBasket } from './transactions/route-bulk.ts';

const doorMs = Date.parse('2026-03-01T08:00:00.000Z');
const minuteMs = 60_000;

/**
 * The broker's clock may be behind by as much as the bounds of door and engine differ, or the record wait for
 * long.
 */
const recordMs = fc.integer({ min: doorMs - 5 * minuteMs, max: doorMs + 86_400_000 });

/** Texts at every bound of a length, of characters of one unit and of two, and such as nobody can store. */
const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('customer-1', 'a', '😀') },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom('x', 'é', '😀', 'x😀'),
        fc.constantFrom(0, 63, 64, 65, 85, 127, 128, 129, 170, 254, 255, 256, 510, 511),
        fc.constantFrom('', '', '', '', '\0', '\ud83d', '\ude00', '😀'),
      )
      .map(([character, count, end]) => character.repeat(count) + end),
  },
);

const time = fc
  .oneof(
    fc.integer({ min: doorMs - 10 * minuteMs, max: doorMs + 10 * minuteMs }),
    fc.constantFrom(doorMs + 5 * minuteMs, doorMs + 5 * minuteMs + 1, Date.UTC(2000, 0, 1), -1),
  )
  .map((ms) => new Date(ms).toISOString());

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const receipt = fc.record({
  transactionRef: text,
  memberRef: text,
  amount: fc.constantFrom(1, 15_000, Number.MAX_SAFE_INTEGER, 0, 1.5),
  storeRef: optional(text),
  currency: optional(fc.constantFrom('ZAR', 'USD', 'ABC', 'zar')),
  occurredAt: optional(time),
  products: fc.array(
    fc.record({
      sku: text,
      quantity: fc.constantFrom(1, 0.001, 100_000, 0, 0.0001),
      unitPrice: fc.constantFrom(0, 100, -1),
      categories: fc.array(text, { maxLength: 2 }),
      amount: optional(fc.constantFrom(0, 100, Number.MAX_SAFE_INTEGER, -1, 0.5)),
    }),
    { maxLength: 2 },
  ),
  attributes: optional(
    fc.dictionary(
      fc.constantFrom('channel', 'code', 'a_1', 'A', 'a-b', '', '__proto__', 'x'.repeat(64), 'x'.repeat(65)),
      fc.option(text),
      { maxKeys: 3 },
    ),
  ),
});

/** Checks many requests. Returns whether some of them were accepted and some refused. */
const verdictsOn = async <T>(
  arbitrary: fc.Arbitrary<T>,
  isAccepted: (given: T, recordMs: number) => boolean | Promise<boolean>,
): Promise<ReadonlySet<boolean>> => {
  const seen = new Set<boolean>();
  await fc.assert(
    fc.asyncProperty(arbitrary, recordMs, async (given, atMs) => {
      seen.add(await isAccepted(given, atMs));
    }),
    { numRuns: 2_000 },
  );
  return seen;
};

const both = new Set([true, false]);

/** Converts an object to JSON and back. */
const sentAs = (given: object): unknown => JSON.parse(JSON.stringify(given));

it('no receipt that the door accepts is refused by an engine for its form (D75, D76)', async () => {
  const verdicts = await verdictsOn(receipt, (given, atMs) => {
    const read = readBasket(sentAs(given), doorMs);
    if (read.outcome === 'invalid') return false;
    const received = evaluateRequestCodec.decode(evaluateRequestCodec.encode(read.request, 1).subarray(5));
    expect(received).toEqual(read.request);
    expect(faultsOfEvaluateRequest(received, atMs, atEngine)).toEqual([]);
    return true;
  });
  expect(verdicts).toEqual(both);
});

const identity = {
  environmentId: 3 as EnvironmentId,
  tenantId: 'tenant-1',
  secret: Buffer.alloc(32, 7),
  isAsync: false,
  traceparent: 'trace',
  author: Buffer.from('pann'),
};

/** Both ways of an event through the door, and what an engine gets of it; null where it was refused. */
const throughTheDoor = () => {
  const { engine, engineRequests } = eventEngineThat([replied({ body: Buffer.from('{}') })]);
  const definition = definitionOf({ lifecycleType: 'REFERRAL' });
  const ports = {
    engine,
    responses: createResponsesInMemory(),
    clock: createTestClock(doorMs),
    definitions: { find: () => Promise.resolve(definition) },
    members: {
      find: (_: unknown, id: string) =>
        Promise.resolve({ id, externalRef: `ref-of-${id}`, state: 'active' as const }),
    },
  };
  const received = (): MemberEventRequest | null => {
    const [engineRequest] = engineRequests;
    return engineRequest === undefined
      ? null
      : memberEventRequestCodec.decode(engineRequest.message.subarray(5));
  };
  return {
    submit: createSubmitEvent(ports),
    submitLifecycle: createSubmitLifecycleEvent(ports),
    received,
  };
};

const isSound = (request: MemberEventRequest | null, atMs: number): boolean => {
  if (request === null) return false;
  expect(faultsOfMemberEvent(request, atMs, atEngine)).toEqual([]);
  return true;
};

it('no event that the door accepts is refused by an engine for its form (D75)', async () => {
  const customerId = fc.oneof(text, fc.constantFrom(7, -1, 1.5, 2 ** 53, null));
  const event = fc.record({
    eventKey: fc.constantFrom('fuel.purchase', 'x'.repeat(128), 'Fuel'),
    ref: text,
    payload: fc.record({ customerId, referrerRef: optional(customerId) }),
  });
  const verdicts = await verdictsOn(event, async (given, atMs) => {
    const body = sentAs(given);
    const judged = validatorFor('submitEvent').body(body);
    if (!judged.ok || faultyStringsOf(body).length > 0) return false;
    const { submit, received } = throughTheDoor();
    await submit({ ...identity, ...judged.value });
    return isSound(received(), atMs);
  });
  expect(verdicts).toEqual(both);
});

it('no lifecycle event that the door accepts is refused by an engine for its form (D75, D76)', async () => {
  const event = fc.record({
    type: fc.oneof(text, fc.constantFrom('BIRTHDAY', 'REFERRAL')),
    ref: text,
    occurredAt: optional(time),
    referrerRef: optional(text),
    eventKey: fc.constantFrom(undefined, 'fuel.purchase'),
  });
  const verdicts = await verdictsOn(event, async (given, atMs) => {
    const body = sentAs(given);
    const judged = validatorFor('submitLifecycleEvent').body(body);
    if (!judged.ok || faultyStringsOf(body).length > 0) return false;
    const { ref = 'random', ...rest } = judged.value;
    const { submitLifecycle, received } = throughTheDoor();
    await submitLifecycle({ ...identity, ref, event: { ...rest, memberId: 'm-1' } });
    return isSound(received(), atMs);
  });
  expect(verdicts).toEqual(both);
});
