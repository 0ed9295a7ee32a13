import type { Mode } from '@loyalty/rules';

/** The plan of `receipts stream`. */
export interface StreamPlan {
  /** A path, or `-` for standard input. */
  readonly file: string;
  readonly tenant: string;
  readonly mode: Mode;
  readonly via: 'kafka' | 'http';
  readonly rejectsPath: string;
  /** 1 for the whole file. */
  readonly fromLine: number;
  /** All is given up when nothing is accepted or stored for so long, milliseconds. */
  readonly patienceMs: number;
  /** False: do not wait until the engine has stored the receipts. */
  readonly wait: boolean;
  /** Via http only. */
  readonly http: { readonly baseUrl: string; readonly apiKey: string; readonly concurrency: number } | null;
}

/** The report of `receipts stream`; `--json` prints it. */
export interface StreamReport {
  readonly source: string;
  readonly via: StreamPlan['via'];
  readonly tenantId: string;
  readonly mode: Mode;
  /** Receipts that were acknowledged, by Kafka or by evaluate. */
  readonly sent: number;
  /** Receipts that the engine has stored; null without a wait for it. */
  readonly stored: number | null;
  readonly rejected: number;
  readonly rejectsFile: string | null;
  readonly secondsToSend: number;
  /** From the first line until all is stored; null unless all is. */
  readonly secondsToStore: number | null;
  readonly sentPerSecond: number;
  readonly storedPerSecond: number | null;
  /** The line with which to continue; null when everything was read. */
  readonly nextLine: number | null;
  /** The reason why the run is incomplete, in a sentence; null when it is complete. */
  readonly unfinished: string | null;
}
