/** One named condition for a process to serve. */
export interface HealthCheck {
  readonly name: string;
  readonly ok: boolean;
  /** The reason, for an operator; without secrets or personal details. */
  readonly detail?: string;
}

/** The health of a process. Both calls are cheap: they report known states and check nothing. */
export interface Health {
  /** Not ok: the process cannot recover by itself and must be restarted. */
  live(): HealthCheck;
  /** Not ready: no requests should be sent here for now. */
  ready(): { readonly ready: boolean; readonly checks: readonly HealthCheck[] };
}
