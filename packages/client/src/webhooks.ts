import type { WebhookEvent } from './generated/webhook-events.ts';

export type { WebhookEvent, WebhookEvents } from './generated/webhook-events.ts';

/** A delivery as an endpoint received it. */
export interface WebhookDelivery {
  /** As it came: a body that was parsed and printed again has another signature. */
  readonly body: Uint8Array | ArrayBuffer | string;
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Of the webhook; while it is rotated, the new one and the one before. */
  readonly secrets: readonly (string | undefined)[];
}

/** The delivery is not one to act on: respond 401. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused';
  /** `BODY`: it is signed, and no JSON object. */
  readonly reason: 'HEADERS' | 'EXPIRED' | 'SIGNATURE' | 'BODY';

  constructor(reason: WebhookRefused['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Both ways: clocks differ, and a copy must not be replayed for long. */
const toleranceSeconds = 300;
/** A rotation has two. */
const signaturesMax = 10;

/**
 * Returns the event of a delivery that one of the secrets has signed within five minutes. Throws `WebhookRefused`;
 * a `TypeError` where there is no secret, or the body was parsed already.
 */
export const verifyWebhook = async ({ body, headers, secrets }: WebhookDelivery): Promise<WebhookEvent> => {
  const bytes = bytesOf(body);
  const keys = secrets.filter((secret) => secret !== undefined && secret !== '') as readonly string[];
  if (keys.length === 0) throw new TypeError('secrets is empty. Is its environment variable set?');
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  if (!/^\d{1,15}$/.test(timestamp))
    throw new WebhookRefused('HEADERS', 'webhook-timestamp is no number of seconds');
  if (Math.abs(Date.now() / 1_000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookRefused('EXPIRED', 'webhook-timestamp is more than five minutes away');
  const signed = await new Blob([`${id}.${timestamp}.`, bytes]).arrayBuffer();
  if (!(await isSignedByAny(keys, signed, signatures)))
    throw new WebhookRefused('SIGNATURE', 'no secret has made a signature of this body');
  return eventIn(bytes);
};

const bytesOf = (body: unknown): Uint8Array => {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]')
    return new Uint8Array(body as ArrayBuffer);
  throw new TypeError('body must be the raw bytes or text. Read it before a parser of JSON does.');
};

const headerOf = (headers: WebhookDelivery['headers'], name: string): string => {
  const value = headers instanceof Headers ? headers.get(name) : valueOf(headers, name);
  if (typeof value !== 'string' || value === '') throw new WebhookRefused('HEADERS', `${name} is missing`);
  return value;
};

const valueOf = (headers: Readonly<Record<string, unknown>>, name: string): unknown => {
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value;
};

const isSignedByAny = async (
  secrets: readonly string[],
  signed: ArrayBuffer,
  header: string,
): Promise<boolean> => {
  const signatures = header
    .split(' ', signaturesMax)
    .filter((text) => text.startsWith('v1,'))
    .map((text) => bytesOfBase64(text.slice(3)));
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  for (const secret of secrets) {
    const key = await crypto.subtle.importKey('raw', keyBytesOf(secret), algorithm, false, ['verify']);
    for (const signature of signatures)
      // In constant time, by the runtime.
      if (signature !== null && (await crypto.subtle.verify('HMAC', key, signature, signed))) return true;
  }
  return false;
};

/** The bytes that `whsec_` stands before in base64; any other secret is a text in UTF-8. */
const keyBytesOf = (secret: string): Uint8Array<ArrayBuffer> => {
  const encoded = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : '';
  return bytesOfBase64(encoded) ?? new Uint8Array(new TextEncoder().encode(secret));
};

/** Returns null for what is no base64 in its canonical form, or nothing. */
const bytesOfBase64 = (text: string): Uint8Array<ArrayBuffer> | null => {
  try {
    const binary = atob(text);
    if (binary === '' || btoa(binary) !== text) return null;
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
};

const eventIn = (bytes: Uint8Array): WebhookEvent => {
  try {
    const event: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    // Signed by the API, whose schemas the types are derived from.
    if (typeof event === 'object' && event !== null && 'event' in event) return event as WebhookEvent;
  } catch {
    // Said below.
  }
  throw new WebhookRefused('BODY', 'the signed body is no event');
};
