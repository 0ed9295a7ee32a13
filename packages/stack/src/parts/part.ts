import type { ProcessCommand } from '../processes/tied-process.ts';

/** One program of the stack: how to make it ready to start, how to start it, how to tell that it serves. */
export interface StackPart {
  readonly name: string;
  /** Where it listens on 127.0.0.1; for a service, where `/health/ready` is. */
  readonly port: number;
  readonly logPath: string;
  /** What --fresh drops. */
  readonly dataDir?: string;
  /** Fetches what is not cached yet; says so when it takes time. */
  fetch?(): Promise<void>;
  /** Makes its data directory and files; harmless when they exist. */
  prepare?(): Promise<void>;
  command(): ProcessCommand;
  /** True when it answers. Never rejects, and takes at most a second. */
  isReady(): Promise<boolean>;
}

/** Which process is a part at the moment, and whether it answers. */
export interface PartState {
  readonly pid: number | undefined;
  readonly isServing: boolean;
}
