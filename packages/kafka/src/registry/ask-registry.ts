import { request as httpRequest } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { text } from 'node:stream/consumers';
import type { SecuredUrl } from '@loyalty/kernel';

/** One request to a registry; the path follows that of its base URL. */
export interface RegistryRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
}

export interface RegistryResponse {
  readonly status: number;
  readonly text: string;
}

/** Asks a registry within a time in milliseconds; throws what the way to it throws. */
export const askRegistry = async (
  { url, user, password, ca }: SecuredUrl,
  { method, path, body }: RegistryRequest,
  withinMs: number,
): Promise<RegistryResponse> => {
  const options: RequestOptions = {
    method,
    signal: AbortSignal.timeout(withinMs),
    headers: { 'Content-Type': 'application/vnd.schemaregistry.v1+json' },
    ...(user !== null && password !== null && { auth: `${user}:${password()}` }),
    ...(ca !== null && { ca: ca() }),
  };
  const target = `${url.href.replace(/\/$/, '')}${path}`;
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const sent = send(target, options, (response) => {
      text(response).then((read) => {
        resolve({ status: response.statusCode ?? 0, text: read });
      }, reject);
    });
    sent.on('error', reject).end(body);
  });
};
