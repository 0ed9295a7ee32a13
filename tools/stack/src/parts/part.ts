import type { ProcessCommand } from '../processes/tied-process.ts';

/** One program of the stack: how to prepare it, how to start it, and how to tell that it is ready. */
export interface StackPart {
  readonly name: string;
  /** The port on 127.0.0.1; for a service, that of `/health/ready`. */
  readonly port: number;
  readonly logPath: string;
  /** The data that --fresh deletes. */
  readonly dataDir?: string;
  /** Fetches missing downloads; reports when that takes time. */
  fetch?(): Promise<void>;
  /** Makes its data directory and files; harmless when they exist. */
  prepare?(): Promise<void>;
  command(): ProcessCommand;
  /** True when it responds. Never rejects, and takes at most a second. */
  isReady(): Promise<boolean>;
}

/** The present process of a part, and whether it responds. */
export interface PartState {
  readonly pid: number | undefined;
  readonly isServing: boolean;
}
