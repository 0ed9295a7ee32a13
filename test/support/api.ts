import { readLocalStack } from '@loyalty/stack';

/** What came back over HTTP. */
export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The body as it was on the wire. */
  readonly text: string;
  // Tests look into bodies of many shapes; what they look for is what they assert.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- see above
  readonly body: any;
}

export interface Api {
  readonly tenantId: string;
  get(path: string, headers?: Record<string, string>): Promise<ApiAnswer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiAnswer>;
  patch(path: string, body: unknown): Promise<ApiAnswer>;
  delete(path: string): Promise<ApiAnswer>;
}

/** Calls the API of the running stack below `/tenants/{tenantId}` with a key. */
export const createApi = (tenantId: string, key: string, baseUrl: string = readLocalStack().baseUrl): Api => {
  const call = async (
    method: string,
    path: string,
    { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<ApiAnswer> => {
    const answer = await fetch(`${baseUrl}/tenants/${tenantId}${path}`, {
      method,
      headers: {
        'X-API-Key': key,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, body: parsed(text) };
  };
  return {
    tenantId,
    get: (path, headers = {}) => call('GET', path, { headers }),
    post: (path, body, headers = {}) => call('POST', path, { body, headers }),
    patch: (path, body) => call('PATCH', path, { body }),
    delete: (path) => call('DELETE', path),
  };
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
