import { createLoyalty, type Loyalty } from '@loyalty/client';
import { randomId } from '@loyalty/kernel';
import type { Content } from '../programme.ts';

type Stored = Record<string, unknown> & { id: string; etag: string };

const keptApart: Readonly<Record<string, Content>> = {
  'event-definitions': {
    identityProperty: 'customerId',
    referrerProperty: 'referrerRef',
    lifecycleType: 'CUSTOM',
    properties: {},
    state: 'ACTIVE',
  },
  segments: { description: null, rules: null },
  tiers: { sortOrder: 0, benefits: [], badgeUrl: null },
  campaigns: { targetSegmentIds: [], storeIds: [], alertThreshold: 0.8, priority: 0, state: 'DRAFT' },
};

const listNames: Readonly<Record<string, string>> = { 'event-definitions': 'eventDefinitions' };

export interface SeenCall {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

interface FakeOptions {
  readonly permissions?: readonly string[];
  /** Called before each write; a response that it returns is that of the call, which then does nothing. */
  readonly before?: (call: SeenCall, n: number) => Response | null;
}

/** An environment in memory that stores what the API stores, for tests of documents without a stack. */
export class FakeEnvironment {
  readonly writes: SeenCall[] = [];
  readonly #rows = new Map(Object.keys(keptApart).map((name) => [name, new Map<string, Stored>()]));
  #settings: Content = {};
  #versions = 0;
  options: FakeOptions = {};

  readonly loyalty: Loyalty = createLoyalty({
    baseUrl: 'https://api.example.com/v1',
    tenantId: 'tenant',
    apiKey: 'sk_live_x',
    fetch: async (url, { method = 'GET', headers, body }) => {
      const { pathname, searchParams } = new URL(url);
      const path = pathname.replace('/v1/tenants/tenant/', '');
      const text = await new Response(body).text();
      const given = (text === '' ? {} : JSON.parse(text)) as Content;
      if (method === 'GET') return this.#read(path, searchParams.get('state'));
      const call = { method, path, body: given };
      const refused = this.options.before?.(call, this.writes.length + 1) ?? null;
      if (refused !== null) return refused;
      this.writes.push(call);
      return this.#write(call, new Headers(headers).get('if-match'));
    },
  });

  /** Changes something as another person does. */
  touch(section: string, key: string): void {
    const row = [...(this.#rows.get(section)?.values() ?? [])].find((one) => one['key'] === key);
    if (row !== undefined) row.etag = this.#nextTag();
  }

  #nextTag(): string {
    this.#versions += 1;
    return `"${this.#versions.toString()}"`;
  }

  #read(path: string, state: string | null): Response {
    if (path === 'credential') return Response.json({ permissions: this.options.permissions ?? [] });
    if (path === 'settings') {
      const settings = { currency: 'ZAR', refundPoints: 'PRO_RATA', ...this.#settings };
      const owners = Object.fromEntries(Object.keys(settings).map((name) => [name, 'TENANT']));
      return Response.json({ settings, owners, upcoming: [], etag: '"s"' });
    }
    const rows = [...(this.#rows.get(path)?.values() ?? [])];
    const shown = rows.filter((row) => state === null || row['state'] === state);
    return Response.json({ [listNames[path] ?? path]: shown.toReversed(), nextCursor: null });
  }

  #write({ method, path, body }: SeenCall, ifMatch: string | null): Response {
    const [section = '', name = '', action] = path.split('/');
    if (section === 'settings') {
      this.#settings = { ...this.#settings, ...(body as Content) };
      return Response.json({ settings: this.#settings, owners: {}, upcoming: [], etag: '"s"' });
    }
    const rows = this.#rows.get(section) ?? new Map<string, Stored>();
    if (name === '') return this.#create(section, rows, body as Content);
    const row = [...rows.values()].find(
      ({ id, key }) => (section === 'event-definitions' ? key : id) === name,
    );
    if (row === undefined) return problem(404, 'CAMPAIGN_NOT_FOUND');
    if (ifMatch !== row.etag) return problem(412, 'PRECONDITION_FAILED');
    row.etag = this.#nextTag();
    if (method === 'DELETE' && section !== 'campaigns') {
      rows.delete(row.id);
      return new Response(null, { status: 204 });
    }
    return Response.json(Object.assign(row, changeOf(method, action, body)));
  }

  #create(section: string, rows: Map<string, Stored>, body: Content): Response {
    const isTaken = [...rows.values()].some(({ key, state }) => key === body['key'] && state !== 'ARCHIVED');
    if (isTaken) return problem(409, 'DUPLICATE_KEY', { field: 'key' });
    const row: Stored = { ...keptApart[section], ...body, id: randomId(), etag: this.#nextTag() };
    rows.set(row.id, row);
    return Response.json(row, { status: 201 });
  }
}

const changeOf = (method: string, action: string | undefined, body: unknown): object => {
  if (method === 'DELETE') return { state: 'ARCHIVED' };
  return action === undefined ? (body as object) : { state: action === 'pause' ? 'PAUSED' : 'ACTIVE' };
};

export const problem = (status: number, code: string, context: object = {}): Response => {
  const body = {
    type: 'about:blank',
    title: code,
    status,
    code,
    detail: `${code}.`,
    requestId: 'r',
    context,
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '0' },
  });
};
