import { createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * The secret of a webhook, as keys to sign with. They are KeyObjects: their bytes are never on the JavaScript
 * heap, and no log or inspection shows them.
 */
export interface SigningSecret {
  readonly plain: KeyObject;
  /**
   * The key for Standard Webhooks. It has the base64 bytes after `whsec_`, or UTF-8 if the secret has another
   * form (D68).
   */
  readonly standard: KeyObject;
}

export const createSigningSecret = (text: string): SigningSecret => {
  const plain = createSecretKey(text, 'utf8');
  const [, encoded = ''] = /^whsec_(.+)$/.exec(text) ?? [];
  const bytes = Buffer.from(encoded, 'base64');
  const isCanonical = encoded !== '' && bytes.toString('base64') === encoded;
  return { plain, standard: isCanonical ? createSecretKey(bytes) : plain };
};

/**
 * Creates a random secret in the form of Standard Webhooks, which asks for 24 to 64 bytes. It is as long as a
 * result of HMAC-SHA256.
 */
export const randomSigningText = (): string => `whsec_${randomBytes(32).toString('base64')}`;

const ofKeys = new WeakMap<KeyObject, SigningSecret>();

export const signingSecretOf = (key: KeyObject): SigningSecret => {
  const known = ofKeys.get(key) ?? createSigningSecret(key.export().toString('utf8'));
  ofKeys.set(key, known);
  return known;
};

interface SignedMessage {
  /** The event's id, or the reward's: the same in every attempt. It is a UUID, so it has no dot. */
  readonly id: string;
  readonly timestampSeconds: number;
  readonly body: Buffer;
}

interface SigningSecrets {
  readonly current: SigningSecret;
  /** During a rotation the previous secret signs too, in `webhook-signature` alone. */
  readonly previous?: SigningSecret | null;
}

export const signatureHeaders = (
  message: SignedMessage,
  { current, previous = null }: SigningSecrets,
): {
  readonly 'x-loyalty-signature': string;
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
} => {
  const keys = previous === null ? [current] : [current, previous];
  return {
    'x-loyalty-signature': loyaltySignature(current, message.body),
    'webhook-id': message.id,
    'webhook-timestamp': message.timestampSeconds.toString(),
    'webhook-signature': keys.map((key) => `v1,${standardMac(key, message).toString('base64')}`).join(' '),
  };
};

const loyaltySignature = ({ plain }: SigningSecret, body: Buffer): string =>
  `sha256=${createHmac('sha256', plain).update(body).digest('hex')}`;

const standardMac = ({ standard }: SigningSecret, { id, timestampSeconds, body }: SignedMessage): Buffer =>
  createHmac('sha256', standard).update(`${id}.${timestampSeconds.toString()}.`).update(body).digest();

/**
 * Returns true if `X-Loyalty-Signature` matches this body. That signature contains no time; the other one
 * does.
 */
export const verifyLoyaltySignature = (secret: SigningSecret, body: Buffer, signature: string): boolean =>
  isSame(Buffer.from(signature), Buffer.from(loyaltySignature(secret, body)));

/** An older or newer message is a replay, or a clock is wrong. The published libraries allow the same. */
const toleranceSeconds = 300;

export interface StandardHeaders {
  readonly id: string | undefined;
  readonly timestamp: string | undefined;
  readonly signature: string | undefined;
}

/** Returns true if one of the signatures matches this body, at a time within five minutes of `nowSeconds`. */
export const verifyStandardWebhook = (
  secret: SigningSecret,
  { id = '', timestamp = '', signature = '' }: StandardHeaders,
  { body, nowSeconds }: { readonly body: Buffer; readonly nowSeconds: number },
): boolean => {
  const timestampSeconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : NaN;
  if (!(Math.abs(nowSeconds - timestampSeconds) <= toleranceSeconds)) return false;
  const expected = standardMac(secret, { id, timestampSeconds, body });
  return signature
    .split(' ')
    .some((part) => part.startsWith('v1,') && isSame(Buffer.from(part.slice(3), 'base64'), expected));
};

const isSame = (left: Buffer, right: Buffer): boolean =>
  left.length === right.length && timingSafeEqual(left, right);
