/** What the bare loop posts. */
export interface PosterJob {
  readonly url: string;
  readonly posts: number;
  /** Of each body. */
  readonly bytes: number;
  /** Posts under way at a time. */
  readonly connections: number;
}
