/** The tokens that a provider returns for a code or a refresh token. */
export interface ProvidedTokens {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  /** How long the access token lives; null if the provider does not say. */
  readonly livesForS: number | null;
  /** When the person last proved who they are; null if the provider does not say. */
  readonly authenticatedAtMs: number | null;
  /** The claims of the ID token; empty if there is none. */
  readonly claims: Readonly<Record<string, unknown>>;
}

/** A sign-in that travels, sealed, with the browser to the provider and back. */
export interface BegunSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly isFresh: boolean;
}

/** A statement that the provider has signed somebody out (OpenID Connect Back-Channel Logout 1.0). */
export interface LogoutToken {
  readonly jti: string;
  /** The person; null only if `providerSession` is given. */
  readonly subject: string | null;
  /** The sign-in at the provider; null only if `subject` is given. */
  readonly providerSession: string | null;
}

/**
 * The identity provider. Each call rejects with a Fault `PROVIDER_AWAY` if there is no response within 8 s.
 */
export interface IdentityProvider {
  /** Begins a sign-in. With `isFresh`, the person must prove again who they are. */
  begin(isFresh: boolean): Promise<{ readonly url: string; readonly begun: BegunSignIn }>;
  /**
   * Exchanges the code for tokens. Rejects with a Fault `SIGN_IN_DENIED` (the person or the provider said no)
   * or `SIGN_IN_REFUSED` (state, nonce, issuer, code, clock, client). Its text is for the log and holds no
   * secret.
   */
  exchange(callback: URL, begun: BegunSignIn): Promise<ProvidedTokens>;
  /** Refreshes tokens. Rejects with a Fault `SESSION_ENDED` if the provider has ended the session. */
  refresh(refreshToken: string): Promise<ProvidedTokens>;
  /**
   * Reads a logout token. Rejects with a Fault `LOGOUT_REFUSED` if it is not a logout token of this provider
   * for this console.
   */
  readLogoutToken(token: string): Promise<LogoutToken>;
  revoke(refreshToken: string): Promise<void>;
  /** Returns the address that ends the session at the provider; null if the provider offers none. */
  endUrl(): Promise<string | null>;
}
