/** The API takes as many bytes for the secrets that it makes. */
const secretBytes = 32;

/** Makes a secret of a webhook in the form of Standard Webhooks, of random bytes of the browser. */
export const createSigningSecret = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(secretBytes));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
};
