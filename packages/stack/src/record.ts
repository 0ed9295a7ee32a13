import { rmSync } from 'node:fs';
import type { Part } from '@loyalty/kernel';
import { writeLocalStack, type LocalProcess, type LocalStack } from './local-stack.ts';
import type { PartState, StackPart } from './parts/part.ts';

/** What is written about a running stack besides its processes. */
export type StackAddresses = Omit<LocalStack, 'parts' | 'services'>;

/** Keeps local.json true: written once everything serves, again at every new process id, removed at the end. */
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

  /** The stack as it is now. */
  get stack(): LocalStack {
    return { ...this.#addresses, ...this.#processes };
  }

  /** Notes which process is the part now, and whether it answers. */
  note(kind: 'parts' | 'services', part: StackPart, now: PartState): void {
    this.#processes[kind][part.name] = {
      pid: now.pid ?? null,
      isServing: now.isServing,
      port: part.port,
      log: part.logPath,
    };
    if (this.#isPublished) writeLocalStack(this.#path, this.stack);
  }

  /** Called last, so that whoever finds the file finds a stack that serves. */
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
