import { operations } from './operations.ts';
import { validatorFor } from './operation-validator.ts';

const errorsOf = (operationId: string, query: Readonly<Record<string, string>>): unknown => {
  const judged = validatorFor(operationId).query(query);
  return judged.ok ? [] : judged.errors;
};

const message = (near: string) => `is not a query parameter of this operation; the nearest is ${near}`;

describe('a query parameter that the operation does not have', () => {
  it.each([
    ['listRewards', 'Code', 'code'],
    ['listRewards', 'memberID', 'memberId'],
    ['listRewards', 'member_id', 'memberId'],
    ['listRewards', 'reward-type', 'rewardType'],
    ['listRewards', 'status', 'state'],
    ['listMembers', 'Ref', 'ref'],
    ['listMembers', 'externalRef', 'ref'],
    ['listMembers', 'serach', 'search'],
    ['listMembers', 'tier', 'tierId'],
    ['listMembers', 'pageLimit', 'limit'],
    ['listMembers', 'limits', 'limit'],
    ['listCampaigns', 'State', 'state'],
    ['listEvents', 'eventkey', 'eventKey'],
    ['listDeliveries', 'state', 'status'],
    ['listLedgerEntries', 'from', 'type'],
    ['deleteTier', 'forced', 'force'],
    ['deleteWebhook', 'dropp', 'drop'],
    ['findTransaction', 'ref', 'operation'],
    ['listExpiringPoints', 'days', 'within'],
    ['getBurnRate', 'campaignID', 'campaignId'],
  ])('%s?%s is refused, and the nearest is %s', (operationId, name, near) => {
    const [error] = errorsOf(operationId, { [name]: 'x' }) as readonly { pointer: string; message: string }[];
    expect(error).toEqual({
      pointer: `/${name}`,
      message: expect.stringMatching(/^is not a query parameter of this operation; /) as string,
    });
    expect(error?.message).toBe(message(near));
  });

  it('is refused on every operation that has a credential', () => {
    for (const { operationId } of operations)
      expect([operationId, errorsOf(operationId, { 'x-unknown~/': '1' })]).toEqual([
        operationId,
        expect.arrayContaining([
          {
            pointer: '/x-unknown~0~1',
            message: expect.stringContaining('is not a query parameter of this operation') as string,
          },
        ]) as unknown,
      ]);
  });

  it('has no near one where the operation has no parameters', () => {
    expect(errorsOf('evaluateTransaction', { dryRun: 'true' })).toEqual([
      { pointer: '/dryRun', message: 'is not a query parameter of this operation; it has none' },
    ]);
  });

  it('is named beside other faults, and at most twenty are', () => {
    expect(errorsOf('listRewards', { Code: 'x', limit: '0' })).toEqual([
      { pointer: '/Code', message: message('code') },
      { pointer: '/limit', message: 'must be an integer from 1 to 200' },
    ]);
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`p${n.toString()}`, '']));
    expect(errorsOf('listRewards', many)).toHaveLength(20);
  });

  it('may have any name: an empty one, one of the prototype, a very long one', () => {
    for (const name of ['', '__proto__', 'constructor', 'a'.repeat(16_000)]) {
      const [error] = errorsOf('listMembers', Object.fromEntries([[name, 'x']])) as readonly {
        pointer: string;
      }[];
      expect(error?.pointer).toBe(`/${name.slice(0, 512)}`);
    }
  });
});
