import { headers as names, topics } from '@loyalty/contracts';
import { testMessage } from '@loyalty/testkit/engine';
import { closedDecision } from './process-in-order.ts';

const requestOn = (topic: string, isAwaited: boolean) => {
  const message = testMessage(null, {
    headers: isAwaited ? { [names.replyTopic]: Buffer.from('replies') } : {},
  });
  return { message: { ...message, record: { ...message.record, topic } } };
};

const ofATenant = 'loyalty.receipts.0198c0de-0000-7000-8000-000000000001.live';

describe('for a tenant that moves to another cell', () => {
  it.each([topics.receipts, ofATenant])(
    'a record streamed on %s is skipped; the command that moves the tenant sends it on',
    (topic) => {
      for (const closed of ['MOVING', 'MOVED'] as const)
        expect(closedDecision(requestOn(topic, false), { closed })).toMatchObject({ outcome: 'skipped' });
    },
  );

  it.each(['MOVING', 'MOVED'] as const)(
    'a caller that waits is refused with TENANT_%s, and nothing is kept (D120)',
    (closed) => {
      const refused = { outcome: 'refused', code: `TENANT_${closed}`, isKept: false };
      expect(closedDecision(requestOn(topics.evaluate, true), { closed })).toMatchObject(refused);
      expect(closedDecision(requestOn(topics.redeem, true), { closed })).toMatchObject(refused);
    },
  );

  it('an accepted request without a waiting caller is decided before the tenant is copied', () => {
    expect(closedDecision(requestOn(topics.credits, false), { closed: 'MOVING' })).toBeNull();
    expect(closedDecision(requestOn(topics.memberEvents, false), { closed: 'MOVING' })).toBeNull();
  });

  it('▲ a request that arrives after the move, without a caller that could retry, becomes a dead letter', () => {
    expect(() => closedDecision(requestOn(topics.credits, false), { closed: 'MOVED' })).toThrow(/was moved/);
  });
});

it('a tenant that is not moving has all requests decided', () => {
  expect(closedDecision(requestOn(topics.receipts, false), {})).toBeNull();
  expect(closedDecision(requestOn(topics.evaluate, true), {})).toBeNull();
});
