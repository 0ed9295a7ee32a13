import { createReadStream, createWriteStream, rmSync, type WriteStream } from 'node:fs';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Operation, OperationKind } from './operations.ts';

/** One line of the journal: a request before it is first sent, or its acknowledged response. */
export type JournalLine =
  | {
      readonly sent: string;
      readonly tenantId: string;
      readonly kind: OperationKind;
      readonly memberRef: string;
      readonly body: string;
    }
  | { readonly acknowledged: string; readonly tenantId: string; readonly answer: string };

/** The clients' record: every request, and the one response that it got. */
export class Journal {
  readonly path: string;
  readonly #file: WriteStream;
  /** The number of acknowledged operations. */
  acknowledged = 0;
  /** Operations sent and not acknowledged yet. */
  open = 0;

  constructor(path: string) {
    rmSync(path, { force: true });
    this.path = path;
    this.#file = createWriteStream(path);
  }

  sent({ tenant: { tenantId }, kind, ref, memberRef, body }: Operation): void {
    this.open += 1;
    this.#write({ sent: ref, tenantId, kind, memberRef, body });
  }

  answered({ tenant: { tenantId }, ref }: Operation, answer: string): void {
    this.open -= 1;
    this.acknowledged += 1;
    this.#write({ acknowledged: ref, tenantId, answer });
  }

  async close(): Promise<void> {
    this.#file.end();
    await once(this.#file, 'close');
  }

  #write(line: JournalLine): void {
    this.#file.write(`${JSON.stringify(line)}\n`);
  }
}

/** Reads a journal that was closed. */
export async function* readJournal(path: string): AsyncGenerator<JournalLine> {
  for await (const line of createInterface({ input: createReadStream(path) }))
    yield JSON.parse(line) as JournalLine;
}
