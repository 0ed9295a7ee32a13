/** One named condition for a process to serve. */
export interface HealthCheck {
  readonly name: string;
  readonly ok: boolean;
  /** True: it is shown, and decides nothing. Dependencies that all processes share are: no process is better off without requests. */
  readonly isShownOnly?: boolean;
  /** The reason, for an operator; without secrets or personal details. */
  readonly detail?: string;
}

/** The health of a process. Both calls are cheap: they report known states and check nothing. */
export interface Health {
  /** Not ok: the process makes no progress by itself and must be restarted. A dependency that is away is never a reason. */
  live(): HealthCheck;
  /** Not ready: what is sent here is not served for now. */
  ready(): { readonly ready: boolean; readonly checks: readonly HealthCheck[] };
}

/** Returns whether a process with these checks is ready, and the checks. */
export const readyBy = (checks: readonly HealthCheck[]): ReturnType<Health['ready']> => ({
  ready: checks.every(({ ok, isShownOnly = false }) => ok || isShownOnly),
  checks,
});
