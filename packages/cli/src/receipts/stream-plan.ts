import type { Mode } from '@loyalty/rules';

/** What `receipts stream` was asked to do. */
export interface StreamPlan {
  /** A path, or `-` for standard input. */
  readonly file: string;
  readonly tenant: string;
  readonly mode: Mode;
  readonly via: 'kafka' | 'http';
  readonly rejectsPath: string;
  /** 1 for the whole file. */
  readonly fromLine: number;
  /** How long nothing may be taken or stored before all is given up, milliseconds. */
  readonly patienceMs: number;
  /** False: do not wait until the engine has stored what was sent. */
  readonly wait: boolean;
  /** Via http only. */
  readonly http: { readonly baseUrl: string; readonly apiKey: string; readonly concurrency: number } | null;
}

/** What `receipts stream` did; `--json` prints it. */
export interface StreamReport {
  readonly source: string;
  readonly via: StreamPlan['via'];
  readonly tenantId: string;
  readonly mode: Mode;
  /** Receipts that were acknowledged, by Kafka or by evaluate. */
  readonly sent: number;
  /** Receipts that the engine has stored; null where nobody waited for it. */
  readonly stored: number | null;
  readonly rejected: number;
  readonly rejectsFile: string | null;
  readonly secondsToSend: number;
  /** From the first line until all was stored; null unless all is. */
  readonly secondsToStore: number | null;
  readonly sentPerSecond: number;
  readonly storedPerSecond: number | null;
  /** The line to go on with; null when everything was read. */
  readonly nextLine: number | null;
  /** Why not everything was done, in a sentence; null when it was. */
  readonly unfinished: string | null;
}
