import { createEngineBatch, createMessageWriter } from '@loyalty/engine';
import type { OutgoingMessage } from '@loyalty/kafka';
import { memberKeyOf } from '@loyalty/kernel';
import type { Account } from '@loyalty/rules';
import type { Campaign } from '@loyalty/rules/campaigns';
import { noFigures } from '@loyalty/rules/statistics';
import type { Tier } from '@loyalty/rules/tiers';
import type { Lane } from '@loyalty/streams';
import { createMetrics } from '@loyalty/telemetry/metrics';
import {
  MemoryCache,
  MemoryConfiguration,
  type ScriptedResult,
  ScriptedTransaction,
  testAccount,
  testCampaign,
  testMessage,
  testSnapshot,
} from '@loyalty/testkit/engine';
import { quickClock } from '@loyalty/testkit/runs';
import { createCreditWriter } from '../outbound/credit-writer.ts';
import { createEarnHandler } from '../usecases/earn-handler.ts';
import type { EarnBody } from '../usecases/earn-request.ts';
import { receipt } from './earn-bodies.ts';

const { environmentId, secret } = testSnapshot();

/** Returns the rows of known members, given by reference. */
export const known =
  (members: Readonly<Record<string, Partial<Account>>>): ScriptedResult =>
  ([, keys]) =>
    Object.entries(members).flatMap(([memberRef, given]) => {
      const memberKey = memberKeyOf(secret, memberRef);
      const { memberId: id, ...account } = { ...testAccount(given), ...noFigures };
      const isAsked = (keys as Buffer[]).some((key) => key.equals(memberKey));
      return isAsked ? [{ environmentId, memberKey, id, claims: null, ...account }] : [];
    });

interface Given {
  readonly campaigns?: readonly Campaign[];
  readonly tiers?: readonly Tier[];
  readonly responses?: Readonly<Record<string, ScriptedResult>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The lane of all messages. Default: interactive. */
  readonly lane?: Lane;
  readonly pointValueCents?: number;
}

/** Plans and stores these bodies as one batch, on a scripted database. */
export const run = async (
  bodies: readonly EarnBody[],
  {
    campaigns = [testCampaign()],
    tiers = [],
    responses,
    headers = {},
    lane = 'interactive',
    pointValueCents = 1,
  }: Given = {},
) => {
  const configuration = new MemoryConfiguration(testSnapshot({ campaigns, tiers, pointValueCents }));
  const handler = createEngineBatch(
    createEarnHandler(
      configuration,
      createCreditWriter(() => 3),
    ),
    {
      configuration,
      cache: new MemoryCache(),
      clock: quickClock(),
      metrics: createMetrics({ service: 'earn-test' }),
      writer: createMessageWriter({ replyId: () => 1, factId: () => 2 }),
    },
  );
  const tx = new ScriptedTransaction(responses);
  const plan = await handler.plan(
    tx,
    bodies.map((body) => ({ ...testMessage(body, { headers }), lane })),
  );
  await handler.storeShared?.(tx, plan);
  await handler.store(tx, plan);
  return { plan, tx, configuration: configuration, handler, effects: handler.effectsOf(plan) };
};

export const bytesOf = ({ value }: OutgoingMessage): Buffer => value ?? Buffer.alloc(0);

export const receipts = (...refs: readonly string[]): EarnBody[] =>
  refs.map((transactionRef) => receipt({ transactionRef }));
