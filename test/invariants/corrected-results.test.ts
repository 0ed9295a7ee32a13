import { factCodec, readerFor, type TypedFact } from '@loyalty/contracts';
import type { PublicFactType } from '@loyalty/contracts/webhooks';
import { createEngineBatch, createEnginePorts } from '@loyalty/engine';
import type { OutgoingMessage } from '@loyalty/kafka';
import { type EnvironmentId, randomId, systemClock } from '@loyalty/kernel';
import { createCampaign, transitionCampaign } from '@loyalty/tables/campaigns/management';
import { createMetrics } from '@loyalty/telemetry/metrics';
import { onNewest } from '@loyalty/testkit/database';
import { MemoryCache, testMessage } from '@loyalty/testkit/engine';
import { createCreditWriter } from '../../services/earn-engine/src/outbound/credit-writer.ts';
import { receipt } from '../../services/earn-engine/src/testing/earn-bodies.ts';
import { createEarnHandler } from '../../services/earn-engine/src/usecases/earn-handler.ts';
import { WebhookFixture } from '../../services/webhook-dispatcher/src/testing/webhook-fixture.ts';
import type { PublicFact } from '../../services/webhook-dispatcher/src/usecases/public-fact.ts';

let fixture: WebhookFixture;
let environmentId: EnvironmentId;
beforeAll(async () => {
  fixture = await WebhookFixture.open();
});
beforeEach(async () => {
  environmentId = await fixture.begin();
  await fixture.endpoint(environmentId, ['transaction.processed']);
  await offer(10);
});
afterAll(() => fixture.drop());

/** Sets the points that each receipt earns from now on. */
const offer = async (points: number): Promise<void> => {
  const earningRule = { type: 'FIXED_POINTS', points } as const;
  const made = await createCampaign(fixture.db, environmentId, { name: 'Some', earningRule });
  if (made.outcome !== 'created') throw new Error(JSON.stringify(made));
  await transitionCampaign(fixture.db, environmentId, { campaignId: made.record.id, action: 'activate' });
};

/** Thrown to lose a commit after its replies were sent. */
const lost = new Error('lost');

/** Starts an earn engine that loses commits on request, while Redis keeps its responses. */
const startEngine = () => {
  const ports = createEnginePorts({
    reads: fixture.db,
    cache: new MemoryCache(),
    clock: systemClock,
    schemaIds: { of: () => () => 1 },
    metrics: createMetrics({ service: 'test' }),
    history: { present: { epoch: randomId() } as never, lostUntilMs: Infinity },
  });
  const handler = createEngineBatch(
    createEarnHandler(
      ports.configuration,
      createCreditWriter(() => 1),
    ),
    ports,
  );
  const timestamp = Date.now() + 1_000;
  return async (isLost: boolean): Promise<PublicFact[]> => {
    const headers = { loyalty_environment: environmentId.toString() };
    const batch = [testMessage(receipt(), { headers, timestamp })];
    const published: OutgoingMessage[] = [];
    const decided = onNewest(handler, batch, () =>
      fixture.db.transaction(async (tx) => {
        const plan = await handler.plan(tx, batch);
        await handler.storeShared?.(tx, plan);
        await handler.store(tx, plan);
        published.splice(0, published.length, ...handler.effectsOf(plan).facts);
        handler.committed(plan);
        if (isLost) throw lost;
      }),
    );
    await decided.catch((failure: unknown) => {
      if (failure !== lost) throw failure;
    });
    return published.map(factIn).filter(({ fact }) => fact.type === 'transaction.processed');
  };
};

const factIn = ({ value }: OutgoingMessage): PublicFact => {
  const read = readerFor(factCodec, factCodec.schemaText);
  const { id, occurredAt: occurredAtMs, ledgerSeq, type, data } = read(value ?? Buffer.alloc(0));
  const fact = { type, data: JSON.parse(data.toString()) as unknown } as TypedFact<PublicFactType>;
  return { id, environmentId, occurredAtMs, ledgerSeq, fact };
};

/** Returns the deliveries for these facts, in one batch or each in its own, after the database has lost commits. */
const sentOf = async (batches: readonly (readonly PublicFact[])[]): Promise<unknown[]> => {
  fixture.lostUntilMs = Date.now() + 60_000;
  for (const facts of batches) await fixture.fanOutAgain(facts);
  await fixture.work(5_000);
  return fixture.bodies();
};

test('▲ a receipt that earns other points when decided again is published under a new id, which names the id it corrects (D122)', async () => {
  const decide = startEngine();
  const first = await decide(true);
  await offer(5);
  const second = await decide(false);
  const [oldId, newId] = [...first, ...second].map(({ id }) => id);
  expect(newId).not.toBe(oldId);
  expect(await sentOf([first, second])).toMatchObject([
    { id: oldId, data: { pointsAwarded: 10 } },
    { id: newId, corrects: oldId, data: { pointsAwarded: 15 } },
  ]);
  expect(fixture.bodies()[0]).not.toHaveProperty('corrects');
});

test.each([['apart', false] as const, ['together', true] as const])(
  '▲ a receipt that earns the same is delivered once, with the bytes of the first delivery (%s)',
  async (_, isTogether) => {
    const decide = startEngine();
    const first = await decide(true);
    const second = await decide(false);
    expect(second).toEqual(first);
    const balance = second.map((one) => ({
      ...one,
      fact: { ...one.fact, data: { ...one.fact.data, pointsBalance: 99 } } as typeof one.fact,
    }));
    const bodies = await sentOf(isTogether ? [[...first, ...balance]] : [first, balance]);
    expect(bodies).toMatchObject([{ id: first[0]?.id, data: { pointsAwarded: 10, pointsBalance: 10 } }]);
  },
);
