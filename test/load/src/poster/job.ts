/** The job of the bare loop. */
export interface PosterJob {
  readonly url: string;
  readonly posts: number;
  readonly bytes: number;
  /** Posts in flight at a time. */
  readonly connections: number;
}
