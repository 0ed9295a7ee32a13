/** The API takes as many bytes for the secrets that it makes. */
const secretBytes = 32;

/** Creates a secret in the form of Standard Webhooks, from random bytes of the browser. */
export const createSigningSecret = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(secretBytes));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
};
