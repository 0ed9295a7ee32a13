import { type Credential, encodeCursor, type HttpRequest } from '@loyalty/http/api';
import type { EnvironmentId, TenantId } from '@loyalty/kernel';
import { loadListPage, newestFirst, cursorPositionOf } from './list-page.ts';

const secret = Buffer.alloc(32, 1);
const loadSecret = () => Promise.resolve(secret);
const list = { list: 'campaigns', filters: { state: 'ACTIVE' } };
const scope = { ...list, environmentId: 3, secret };
const place = cursorPositionOf({ createdAt: '2026-03-01T08:00:00.000Z', id: 'id-1' });

const credential: Credential = {
  kind: 'key',
  id: 'k',
  tenantId: 't' as TenantId,
  environmentId: 3 as EnvironmentId,
  mode: 'live',
  permissions: new Set(),
  rateLimitPerMinute: 1,
  subject: 'k',
};

const asking = (query: { cursor?: string; limit?: number }) =>
  ({ credential, query }) as HttpRequest<unknown, typeof query>;

describe('a page of a list (D11)', () => {
  it('is the first with 50 rows when nothing is said', async () => {
    expect(await loadListPage(asking({}), list, loadSecret)).toEqual({ scope, after: null, limit: 50 });
  });

  it('goes on where its cursor says', async () => {
    const page = await loadListPage(
      asking({ cursor: encodeCursor(scope, place), limit: 10 }),
      list,
      loadSecret,
    );
    expect(page).toEqual({ scope, after: place, limit: 10 });
    expect(newestFirst(place)).toEqual({ before: { createdAt: '2026-03-01T08:00:00.000Z', id: 'id-1' } });
  });

  it.each([
    ['another list', { ...scope, list: 'members' }],
    ['other filters', { ...scope, filters: {} }],
    ['another environment', { ...scope, environmentId: 4 }],
    ['nobody', { ...scope, secret: Buffer.alloc(32) }],
  ])('is refused with a cursor of %s', async (_, of) => {
    const page = await loadListPage(asking({ cursor: encodeCursor(of, place) }), list, loadSecret);
    expect(page).toMatchObject({
      problem: 'VALIDATION_ERROR',
      context: { errors: [{ pointer: '/cursor' }] },
    });
  });
});
