/* eslint-disable @typescript-eslint/no-unsafe-call, @typescript-eslint/no-unused-expressions, @typescript-eslint/no-confusing-void-expression, @typescript-eslint/switch-exhaustiveness-check, @typescript-eslint/restrict-plus-operands -- a wrong call has no type, and a caller has a default for what is to come. */
import { createLoyalty, isProblem, type Schemas } from '../index.ts';
import { type WebhookEvent, verifyWebhook } from '../webhooks.ts';

/** Compiled, and never run: each call that is wrong must not compile, and each that is right must. */
export const calls = async (): Promise<unknown> => {
  const loyalty = createLoyalty({ baseUrl: 'https://api.example.com/v1', tenantId: 't', apiKey: 'k' });
  const receipt = { transactionRef: 'r', memberRef: 'c', amount: 1 };
  // @ts-expect-error -- no such operation
  await loyalty.evaluate({ body: receipt });
  await loyalty.evaluateTransaction({
    // @ts-expect-error -- no such field
    body: { transactionRef: 'r', memberRef: 'c', amount: 1, amountCents: 1 },
  });
  // @ts-expect-error -- a field is missing
  await loyalty.evaluateTransaction({ body: { transactionRef: 'r', memberRef: 'c' } });
  // @ts-expect-error -- a wrong type
  await loyalty.evaluateTransaction({ body: { transactionRef: 'r', memberRef: 'c', amount: '1' } });
  // @ts-expect-error -- no such filter
  await loyalty.listMembers({ externalRef: 'c' });
  // @ts-expect-error -- no such state
  await loyalty.listMembers({ state: 'SUSPENDED' });
  // @ts-expect-error -- the id is missing
  await loyalty.getMember();
  // @ts-expect-error -- not a list in pages
  loyalty.each.getMember({ memberId: 'm' });
  // @ts-expect-error -- cannot be accepted
  await loyalty.accept.createCampaign({
    body: { name: 'a', earningRule: { type: 'FIXED_POINTS', points: 1 } },
  });
  // @ts-expect-error -- 202 is of accept alone
  (await loyalty.evaluateTransaction({ body: receipt })).location;
  // @ts-expect-error -- no such option
  await loyalty.getMember({ memberId: 'm' }, { timeout: 5 });
  // @ts-expect-error -- no such setting
  createLoyalty({ baseUrl: 'https://api.example.com/v1', tenantId: 't', key: 'k' });
  // @ts-expect-error -- no such rule
  await loyalty.createCampaign({ body: { name: 'a', earningRule: { type: 'FIXED', points: 1 } } });

  const accepted = await loyalty.accept.evaluateTransaction({ body: receipt });
  const place = 'location' in accepted ? accepted.location : accepted.pointsAwarded;
  const { data, isReplayed } = await loyalty.withResponse.evaluateTransaction(
    { body: receipt },
    { deadlineMs: 5_000 },
  );
  const members: Schemas['Member'][] = [];
  for await (const member of loyalty.each.listMembers({ state: 'active', search: undefined }))
    members.push(member);
  const nothing: undefined = await loyalty.deleteWebhook({ webhookId: 'w' });
  return [place, data.pointsAwarded, isReplayed, members, nothing];
};

/** A context is narrowed by its code, and a code of a later version is a text. */
export const contexts = (error: unknown): unknown => {
  if (isProblem(error, 'LIMIT_EXCEEDED')) return error.context.limit + 1;
  if (isProblem(error, 'TIER_HAS_MEMBERS')) return error.context.memberCount + 1;
  if (isProblem(error, 'VALIDATION_ERROR')) return error.context.errors.map(({ pointer }) => pointer);
  // @ts-expect-error -- another code has another context
  if (isProblem(error, 'MEMBER_SUSPENDED')) return error.context.limit.toFixed();
  if (isProblem(error) && error.code === 'OF_A_LATER_VERSION') return error.context['anything'];
  return undefined;
};

/** An event is narrowed by its type. */
export const events = async (body: Uint8Array): Promise<unknown> => {
  const event: WebhookEvent = await verifyWebhook({ body, headers: {}, secrets: ['s', undefined] });
  switch (event.event) {
    case 'points.credited':
      return event.data.pointsAwarded + 1;
    case 'member.tier_changed':
      return event.data.memberId;
    default:
      // @ts-expect-error -- not every event has points
      return event.data.pointsAwarded + 1;
  }
};
