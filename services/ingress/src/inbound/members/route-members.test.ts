import type { Handler } from '@loyalty/http/api';
import type { EnvironmentId } from '@loyalty/kernel';
import { sharesOf } from '../../testing/shares-of.ts';
import { callerOf } from '../../testing/test-caller.ts';
import { createMemberRoutes } from './route-members.ts';

const nothingStored = sharesOf({ query: () => Promise.resolve([]) });
const { listMembers } = createMemberRoutes({
  db: nothingStored,
  lists: nothingStored,
  loadSecret: () => Promise.resolve(Buffer.alloc(32)),
  loadPhoneCountry: () => Promise.resolve(null),
});

/** The status, and the permissions that count as used. */
const asking = async (query: object, ...permissions: readonly string[]) => {
  const noted: (string | null)[] = [];
  const noteUse = (permission: string | null) => noted.push(permission);
  const call = callerOf('listMembers', 1 as EnvironmentId);
  const credential = { ...call.credential, permissions: new Set(permissions), noteUse };
  const request = { ...call, credential, query } as unknown as Parameters<Handler>[0];
  const response = await (listMembers as Handler)(request);
  return ['status' in response ? response.status : response.problem, noted];
};

test('reading profiles counts as used where members are searched, and not where a reference finds nobody (D218)', async () => {
  expect(await asking({ ref: 'nobody' }, 'members:find', 'members:read')).toEqual([200, []]);
  expect(await asking({ search: 'nobody' }, 'members:find', 'members:read')).toEqual([200, ['members:read']]);
  expect(await asking({ search: 'nobody' }, 'members:find')).toEqual(['FORBIDDEN', []]);
});
