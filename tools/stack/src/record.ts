import { rmSync } from 'node:fs';
import type { Part } from '@loyalty/kernel';
import { writeLocalStack, type LocalProcess, type LocalStack } from './local-stack.ts';
import type { PartState, StackPart } from './parts/part.ts';

/** The content of local.json besides the processes. */
export type StackAddresses = Omit<LocalStack, 'parts' | 'services'>;

/** Keeps local.json up to date: written once everything is ready, again at every new process id, removed at the end. */
export class StackRecord implements Part {
  readonly name = 'record';
  readonly #path: string;
  readonly #addresses: StackAddresses;
  readonly #processes: Record<'parts' | 'services', Record<string, LocalProcess>> = {
    parts: {},
    services: {},
  };
  #isPublished = false;

  constructor(path: string, addresses: StackAddresses) {
    this.#path = path;
    this.#addresses = addresses;
  }

  /** The present state of the stack. */
  get stack(): LocalStack {
    return { ...this.#addresses, ...this.#processes };
  }

  /** Notes the present process of a part, and whether it responds. */
  note(kind: 'parts' | 'services', part: StackPart, now: PartState): void {
    this.#processes[kind][part.name] = {
      pid: now.pid ?? null,
      isServing: now.isServing,
      port: part.port,
      log: part.logPath,
    };
    if (this.#isPublished) writeLocalStack(this.#path, this.stack);
  }

  /** Starts last, so that the file exists only for a stack that is ready. */
  start(): Promise<void> {
    this.#isPublished = true;
    writeLocalStack(this.#path, this.stack);
    return Promise.resolve();
  }

  stop(): Promise<void> {
    this.#isPublished = false;
    rmSync(this.#path, { force: true });
    return Promise.resolve();
  }
}
