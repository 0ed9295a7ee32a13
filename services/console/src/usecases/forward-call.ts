import type { Readable } from 'node:stream';
import type { FoundOperation } from './find-operation.ts';
import type { SessionMode, Session } from './sessions.ts';

export interface TokenRequest {
  readonly session: Session;
  readonly mode: SessionMode;
}

/** Tokens of people, and where a person's token is asked for anew. */
export interface Tokens {
  tokenFor(request: TokenRequest): string;
  /** After the API has refused it. */
  forget(request: TokenRequest): void;
}

export interface ApiRequest extends FoundOperation {
  /** Raw, behind `/v1`, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable | null;
  /** Ends the request where the browser has gone. */
  readonly signal: AbortSignal;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable;
}

/** Follows no redirect. Rejects with a Fault `API_BUSY`, `API_SLOW` or `API_AWAY`. */
export type SendToApi = (request: ApiRequest) => Promise<ApiResponse>;

export interface ForwardedCall extends TokenRequest {
  readonly request: ApiRequest;
}

/** With the session's token. A read that meets 401 is sent once more, with a new one. */
export const createForwardCall =
  ({ tokens, send }: { readonly tokens: Tokens; readonly send: SendToApi }) =>
  async ({ session, mode, request }: ForwardedCall): Promise<ApiResponse> => {
    const attempt = (): Promise<ApiResponse> => {
      const authorization = `Bearer ${tokens.tokenFor({ session, mode })}`;
      const headers = Object.assign({}, request.headers, { authorization });
      return send(Object.assign({}, request, { headers }));
    };
    const response = await attempt();
    if (response.status !== 401) return response;
    tokens.forget({ session, mode });
    if (request.operation.method !== 'GET' || request.body !== null) return response;
    response.body.resume();
    return attempt();
  };

export type ForwardCall = ReturnType<typeof createForwardCall>;
