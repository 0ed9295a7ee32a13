import type { Readable } from 'node:stream';
import type { FoundOperation } from './find-operation.ts';
import type { SessionMode, Session } from './sessions.ts';

export interface TokenRequest<S extends Session = Session> {
  readonly session: S;
  readonly mode: SessionMode;
}

/** The tokens of people. It rejects with a Fault `SESSION_ENDED`, or one that says what is unavailable. */
export interface Tokens<S extends Session = Session> {
  tokenFor(request: TokenRequest<S>): Promise<string>;
  /** Returns another token after the API has refused this one; the same token if there is no other. */
  renew(request: TokenRequest<S>, refused: string): Promise<string>;
}

export interface ApiRequest extends FoundOperation {
  /** The raw path after `/v1`, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable | null;
  /** Ends the request if the browser has gone. */
  readonly signal: AbortSignal;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable;
}

/** Sends a request and follows no redirect. Rejects with a Fault `API_BUSY`, `API_SLOW` or `API_AWAY`. */
export type SendToApi = (request: ApiRequest) => Promise<ApiResponse>;

export interface ForwardedCall<S extends Session = Session> extends TokenRequest<S> {
  readonly request: ApiRequest;
}

export type ForwardCall<S extends Session = Session> = (call: ForwardedCall<S>) => Promise<ApiResponse>;

/**
 * Creates a function that forwards calls with the session's token. A read that gets a 401 is sent once more
 * if there is a new token.
 */
export const createForwardCall =
  <S extends Session>({
    tokens,
    send,
  }: {
    readonly tokens: Tokens<S>;
    readonly send: SendToApi;
  }): ForwardCall<S> =>
  async ({ session, mode, request }) => {
    const attempt = (token: string): Promise<ApiResponse> => {
      const headers = Object.assign({}, request.headers, { authorization: `Bearer ${token}` });
      return send(Object.assign({}, request, { headers }));
    };
    const token = await tokens.tokenFor({ session, mode });
    const response = await attempt(token);
    if (response.status !== 401) return response;
    const renewed = await tokens.renew({ session, mode }, token).catch(() => token);
    const isRead = request.operation.method === 'GET' && request.body === null;
    if (!isRead || renewed === token) return response;
    response.body.resume();
    return attempt(renewed);
  };
