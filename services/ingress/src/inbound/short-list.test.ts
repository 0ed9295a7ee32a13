import type { Credential, CursorPosition, HttpRequest } from '@loyalty/http/api';
import type { EnvironmentId, TenantId } from '@loyalty/kernel';
import { shortListResponse } from './list-page.ts';

const credential: Credential = {
  kind: 'key',
  id: 'k',
  tenantId: 't' as TenantId,
  environmentId: 3 as EnvironmentId,
  mode: 'live',
  permissions: new Set(),
  rateLimitPerMinute: 1,
  subject: 'k',
} as const;

interface Row {
  readonly at: number;
  readonly text: string;
}

/** A list of rows that hold so many bytes each, and how it was read. */
const listOf = (count: number, bytes = 10) => {
  const all = Array.from({ length: count }, (_, at): Row => ({ at, text: 'x'.repeat(bytes) }));
  const reads: number[] = [];
  const source = {
    list: 'rows',
    loadSecret: () => Promise.resolve(Buffer.alloc(32, 1)),
    positionOf: ({ at }: Row): CursorPosition => [at, ''],
    read: (after: CursorPosition | null, limit: number) => {
      reads.push(limit);
      const from = after === null ? 0 : Number(after[0]) + 1;
      return Promise.resolve(all.slice(from, from + limit));
    },
  };
  const ask = async (query: { readonly cursor?: string; readonly limit?: number } = {}) => {
    const request = { credential, query } as HttpRequest<unknown, typeof query>;
    let found: readonly Row[] = [];
    const response = await shortListResponse(request, {
      ...source,
      bodyOf: ({ rows, nextCursor }) => {
        found = rows;
        return { nextCursor };
      },
    });
    if ('problem' in response) throw new Error(response.problem);
    const { nextCursor } = response.body as { readonly nextCursor: string | null };
    return { rows: found, nextCursor, places: found.map(({ at }) => at) };
  };
  /** The pages of the list, each by the cursor of the one before. */
  const askAll = async (): Promise<Awaited<ReturnType<typeof ask>>[]> => {
    const pages = [await ask()];
    for (let cursor = pages[0]?.nextCursor; typeof cursor === 'string'; cursor = pages.at(-1)?.nextCursor)
      pages.push(await ask({ cursor }));
    return pages;
  };
  return { ask, askAll, reads };
};

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

describe('a short list', () => {
  it.each([0, 1, 99, 100, 101, 999, 1_000])('of %i rows comes whole (D11)', async (count) => {
    const { places, nextCursor } = await listOf(count).ask();
    expect([places, nextCursor]).toEqual([upTo(count), null]);
  });

  it('of more than 1,000 rows goes on by its cursor, without a gap', async () => {
    const pages = await listOf(2_345).askAll();
    expect(pages.map(({ rows }) => rows.length)).toEqual([1_000, 1_000, 345]);
    expect(pages.flatMap(({ places }) => places)).toEqual(upTo(2_345));
  });

  it('of large rows ends with the one that passes 4 MiB, and goes on after it', async () => {
    const pages = await listOf(40, 256 * 1024).askAll();
    expect(pages.map(({ rows }) => rows.length)).toEqual([16, 16, 8]);
    expect(pages.flatMap(({ places }) => places)).toEqual(upTo(40));
  });

  it('whose last row passes 4 MiB is whole', async () => {
    const { rows, nextCursor } = await listOf(16, 256 * 1024).ask();
    expect([rows.length, nextCursor]).toEqual([16, null]);
  });

  it('is read 100 rows at a time, and no further when the answer is full', async () => {
    const list = listOf(1_000, 42_000);
    const { places } = await list.ask();
    expect([places.length, list.reads]).toEqual([100, [100, 100]]);
  });

  it('comes by pages where a limit is given, each of one read', async () => {
    const list = listOf(40);
    const { places, nextCursor } = await list.ask({ limit: 30 });
    expect([places, list.reads]).toEqual([upTo(30), [31]]);
    expect((await list.ask({ limit: 30, cursor: nextCursor ?? '' })).places).toEqual(upTo(40).slice(30));
  });

  it('▲ of large rows ends a page with a limit at 4 MiB too, and goes on after it', async () => {
    const list = listOf(200, 256 * 1024);
    const { places, nextCursor } = await list.ask({ limit: 200 });
    expect([places, list.reads]).toEqual([upTo(16), [100]]);
    expect((await list.ask({ limit: 3, cursor: nextCursor ?? '' })).places).toEqual([16, 17, 18]);
  });

  it.each([1, 100, 101, 200])('with a limit of %i holds as many, and no cursor at its end', async (limit) => {
    const list = listOf(limit);
    expect(await list.ask({ limit })).toMatchObject({ places: upTo(limit), nextCursor: null });
  });
});
