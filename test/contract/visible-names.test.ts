import { askFor } from '../support/ask.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await createTestTenant('Visible names');
});

const creates = [
  ['createCampaign', { earningRule: { type: 'FIXED_POINTS', points: 1 } }],
  ['createTier', { minLifetimePoints: 1, sortOrder: 1 }],
  ['createSegment', { type: 'STATIC' }],
  ['createEventDefinition', { key: 'visible.name' }],
  ['createMember', { externalRef: 'visible-1' }],
] as const;

test.each(creates)(
  '%s refuses a name that nobody sees, and takes one with blanks around',
  async (operationId, rest) => {
    for (const name of [' ', '\t', '\u00A0', '\u2003', '\u200B', '\uFEFF', '\u00AD\u2060', '\u3164']) {
      const refused = await askFor(tenant, operationId, { body: { ...rest, name } });
      expect([refused.status, JSON.parse(refused.text) as unknown]).toMatchObject([
        400,
        {
          code: 'VALIDATION_ERROR',
          context: { errors: [{ pointer: '/name', message: 'must have at least one visible character' }] },
        },
      ]);
    }
    const made = await askFor(tenant, operationId, { body: { ...rest, name: '\u00A0Gold ' } });
    expect([made.status, JSON.parse(made.text) as unknown]).toMatchObject([201, { name: '\u00A0Gold ' }]);
  },
);
