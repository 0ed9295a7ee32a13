import type { FieldError } from '@loyalty/contracts/http';

/** The result of reading `Idempotency-Key`. The value `null` means that there is no header. */
type ReadIdempotencyKey =
  | { readonly ok: true; readonly idempotencyKey: string | null }
  | { readonly ok: false; readonly error: FieldError };

/** A header that is sent twice is joined with a comma and a blank, and is refused for the blank. */
const key = /^[\x21-\x7e]{1,255}$/;

export const readIdempotencyKey = (header: string | string[] | undefined): ReadIdempotencyKey => {
  if (header === undefined) return { ok: true, idempotencyKey: null };
  const text = String(header);
  return key.test(text) ? { ok: true, idempotencyKey: text } : malformed;
};

const malformed: ReadIdempotencyKey = {
  ok: false,
  error: { pointer: '/Idempotency-Key', message: 'must be 1 to 255 characters of ASCII without blanks' },
};
