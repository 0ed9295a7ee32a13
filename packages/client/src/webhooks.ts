import type { WebhookEvent } from './generated/webhook-events.ts';

export type { WebhookEvent, WebhookEvents } from './generated/webhook-events.ts';

/** A delivery as an endpoint received it, and the secrets to verify it with. */
export interface WebhookDelivery {
  /** The body exactly as it was received: a body that was parsed and serialised again has a different signature. */
  readonly body: Uint8Array | ArrayBuffer | string;
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The secret of the webhook; during a rotation, both the new and the previous one. */
  readonly secrets: readonly (string | undefined)[];
}

/** Thrown when a delivery cannot be verified: respond with 401 and do not act on it. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused';
  /** Why it was refused; `BODY` means that the body is signed but is not an event. */
  readonly reason: 'HEADERS' | 'EXPIRED' | 'SIGNATURE' | 'BODY';

  constructor(reason: WebhookRefused['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** How far the time may differ in both directions: clocks differ, but a copy must not be replayable for long. */
const toleranceSeconds = 300;
/** More signatures than this are not checked; during a rotation there are two. */
const signaturesMax = 10;

/** Verifies a delivery. */
interface VerifyWebhook {
  /**
   * Returns the event of a delivery that was signed with one of the secrets at most five minutes ago. Throws `WebhookRefused` if it
   * was not or has a batch of events, and a `TypeError` if there is no secret or the body has already been parsed.
   */
  (delivery: WebhookDelivery & { readonly batch?: false }): Promise<WebhookEvent>;
  /** Returns the events of a delivery in the same way, in their order: of a webhook with a `batch`, and of one without, one event. */
  (delivery: WebhookDelivery & { readonly batch: true }): Promise<readonly WebhookEvent[]>;
}

export const verifyWebhook = (async (delivery: WebhookDelivery & { readonly batch?: boolean }) => {
  const events = eventsIn(await verifiedBytes(delivery));
  if (delivery.batch === true) return events.list;
  const [event] = events.list;
  if (events.isBatch || event === undefined)
    throw new WebhookRefused(
      'BODY',
      'the signed body is a batch of events: pass batch: true to get them all',
    );
  return event;
}) as VerifyWebhook;

const verifiedBytes = async ({ body, headers, secrets }: WebhookDelivery): Promise<Uint8Array> => {
  const bytes = bytesOf(body);
  const keys = secrets.filter((secret) => secret !== undefined && secret !== '') as readonly string[];
  if (keys.length === 0) throw new TypeError('secrets is empty. Is its environment variable set?');
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  if (!/^\d{1,15}$/.test(timestamp))
    throw new WebhookRefused('HEADERS', 'webhook-timestamp is not a number of seconds');
  if (Math.abs(Date.now() / 1_000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookRefused('EXPIRED', 'webhook-timestamp is more than five minutes off');
  const signed = await new Blob([`${id}.${timestamp}.`, bytes]).arrayBuffer();
  if (!(await isSignedByAny(keys, signed, signatures)))
    throw new WebhookRefused('SIGNATURE', 'no signature of this body matches a secret');
  return bytes;
};

const bytesOf = (body: unknown): Uint8Array => {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]')
    return new Uint8Array(body as ArrayBuffer);
  throw new TypeError('body must be the raw bytes or text. Read it before a JSON parser does.');
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

/** Returns the bytes that follow `whsec_` in base64; any other secret is a text in UTF-8. */
const keyBytesOf = (secret: string): Uint8Array<ArrayBuffer> => {
  const encoded = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : '';
  return bytesOfBase64(encoded) ?? new Uint8Array(new TextEncoder().encode(secret));
};

/** Returns null for an empty text, and for a text that is not base64 in its canonical form. */
const bytesOfBase64 = (text: string): Uint8Array<ArrayBuffer> | null => {
  try {
    const binary = atob(text);
    if (binary === '' || btoa(binary) !== text) return null;
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
};

interface Events {
  readonly isBatch: boolean;
  readonly list: readonly WebhookEvent[];
}

const eventsIn = (bytes: Uint8Array): Events => {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    // Signed by the API, whose schemas the types are derived from.
    if (isEvent(parsed)) return { isBatch: false, list: [parsed] };
    const list: unknown =
      typeof parsed === 'object' && parsed !== null && 'events' in parsed ? parsed.events : null;
    if (Array.isArray(list) && list.length > 0 && list.every(isEvent)) return { isBatch: true, list };
  } catch {
    // It is reported below.
  }
  throw new WebhookRefused('BODY', 'the signed body is not an event, nor a batch of events');
};

const isEvent = (value: unknown): value is WebhookEvent =>
  typeof value === 'object' && value !== null && 'event' in value;
