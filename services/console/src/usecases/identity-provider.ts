/** A provider returns these for a code or a refresh token. */
export interface ProvidedTokens {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  /** This is the life of the access token. Null means that the provider does not say. */
  readonly livesForS: number | null;
  /** The last time that the person proved who they are; null where the provider does not say. */
  readonly authenticatedAtMs: number | null;
  /** These are claims of the ID token; they are empty if there is none. */
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Goes with the browser, sealed, to the provider and back. */
export interface BegunSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly isFresh: boolean;
}

/** The provider has signed somebody out (OpenID Connect Back-Channel Logout 1.0). */
export interface LogoutToken {
  readonly jti: string;
  /** Null only if `providerSession` is given. */
  readonly subject: string | null;
  /** Null only if `subject` is given. */
  readonly providerSession: string | null;
}

/** Each call rejects with a Fault `PROVIDER_AWAY` where it has no response within 8 s. */
export interface IdentityProvider {
  /** `isFresh`: the person proves again who they are. */
  begin(isFresh: boolean): Promise<{ readonly url: string; readonly begun: BegunSignIn }>;
  /**
   * Rejects with a Fault `SIGN_IN_DENIED` (the person or the provider said no) or `SIGN_IN_REFUSED` (state, nonce, issuer,
   * code, clock, client). Its text is for the log and holds no secret.
   */
  exchange(callback: URL, begun: BegunSignIn): Promise<ProvidedTokens>;
  /** Rejects with a Fault `SESSION_ENDED` where the provider has ended it. */
  refresh(refreshToken: string): Promise<ProvidedTokens>;
  /** Rejects with a Fault `LOGOUT_REFUSED` for a token that is none, or not this provider's to this console. */
  readLogoutToken(token: string): Promise<LogoutToken>;
  revoke(refreshToken: string): Promise<void>;
  /** The address that ends the session at the provider; null where that is not offered. */
  endUrl(): Promise<string | null>;
}
