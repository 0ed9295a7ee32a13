import { isScalar, LineCounter, parseDocument } from 'yaml';
import { type Content, isObject } from './programme.ts';

/** A fault of a document, with its line, counted from 1. The pointer leads into the document. */
export interface DocumentFault {
  readonly line: number;
  readonly pointer: string;
  readonly message: string;
}

interface ParsedDocument {
  readonly content: Content;
  /** Returns the line of what a pointer leads to, or of the nearest thing around it. */
  readonly lineOf: (pointer: string) => number;
  readonly faults: readonly DocumentFault[];
}

/** A programme of 1,000 campaigns with long lists has some MiB. */
const lengthMax = 32 * 1024 * 1024;

/** Parses YAML, of which JSON is a part. Whatever is wrong with its form is a fault. */
export const parseProgramme = (text: string): ParsedDocument => {
  if (text.length > lengthMax) return refused([fault(1, 'is longer than 32 MiB')]);
  const lines = new LineCounter();
  const parsed = parseDocument(text, { lineCounter: lines, uniqueKeys: true });
  const faults = [...parsed.errors, ...parsed.warnings].map(({ pos, message }) =>
    fault(lines.linePos(pos[0]).line, firstLine(message)),
  );
  if (faults.length > 0) return refused(faults);
  const content: unknown = contentOf(() => parsed.toJS());
  if (!isObject(content)) return refused([fault(1, 'must be a document with sections such as campaigns')]);
  return { content, faults, lineOf: (pointer) => lineOfPath(parsed, lines, pathOf(pointer)) };
};

/** Aliases may be written so that they never end. */
const contentOf = (read: () => unknown): unknown => {
  try {
    return read();
  } catch (error) {
    if (error instanceof ReferenceError) return null;
    throw error;
  }
};

const refused = (faults: readonly DocumentFault[]): ParsedDocument => ({
  content: {},
  lineOf: () => 1,
  faults,
});

const fault = (line: number, message: string): DocumentFault => ({ line, pointer: '', message });

const firstLine = (message: string): string =>
  (message.split('\n')[0] ?? '').replace(/ at line \d+, column \d+:?$/, '');

const pathOf = (pointer: string): readonly (string | number)[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~')));

const lineOfPath = (
  parsed: ReturnType<typeof parseDocument>,
  lines: LineCounter,
  path: readonly (string | number)[],
): number => {
  for (let length = path.length; length >= 0; length -= 1) {
    const node: unknown = parsed.getIn(path.slice(0, length), true);
    const range = rangeOf(node);
    if (range !== null) return lines.linePos(range).line;
  }
  return 1;
};

const rangeOf = (node: unknown): number | null => {
  if (isScalar(node)) return node.range?.[0] ?? null;
  if (typeof node !== 'object' || node === null || !('range' in node) || !Array.isArray(node.range))
    return null;
  const [start] = node.range as readonly unknown[];
  return typeof start === 'number' ? start : null;
};
