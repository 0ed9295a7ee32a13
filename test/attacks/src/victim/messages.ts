import type { VictimReport } from './report.ts';

/** A question to the victim's thread: how it fared in some time. */
export interface Asked {
  readonly id: number;
  readonly fromMs: number;
  readonly untilMs: number;
}

/** A message of the victim's thread: it has opened, or a report. */
export type VictimAnswer =
  | { readonly kind: 'opened'; readonly origin: string }
  | { readonly kind: 'report'; readonly id: number; readonly report: VictimReport };
