/** One named thing that must be well for a process to serve. */
export interface HealthCheck {
  readonly name: string;
  readonly ok: boolean;
  /** Why, for the operator who reads it; without secrets or personal details. */
  readonly detail?: string;
}

/** What a process says of itself. Both are cheap: they report what is known and ask nobody. */
export interface Health {
  /** Not ok: the process cannot recover by itself and is to be restarted. */
  live(): HealthCheck;
  /** Not ready: no requests are to be sent here for now. */
  ready(): { readonly ready: boolean; readonly checks: readonly HealthCheck[] };
}
