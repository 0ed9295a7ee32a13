import { readAccess } from './read-access.ts';

const tenantId = '0198c0de-0000-7000-8000-00000000000a';

const reading = (claims: Readonly<Record<string, unknown>>) => {
  const said = Object.assign({ tenant_id: tenantId, env: 'live', scope: 'read' }, claims);
  const body = Buffer.from(JSON.stringify(said)).toString('base64url');
  return readAccess(`e30.${body}.c2ln`, { tenantClaim: 'tenant_id', rolesClaim: 'roles' });
};

test.each([
  ['live', 'live'],
  ['test', 'test'],
  [['test'], 'test'],
  [['test', 'live'], 'live'],
])('env %j opens %s, as the API opens it (D305)', (env, mode) => {
  expect(reading({ env })).toMatchObject({ tenantId, mode });
});

test.each([[undefined], ['TEST'], ['test '], [''], [null], [0], [{ test: 1 }], [[]], [['live', 'staging']]])(
  'env %j opens nothing, and the page says so (D305)',
  (env) => {
    expect(reading({ env })).toEqual({ missing: expect.stringContaining('“env” claim') as string });
  },
);
