import { pointerTo } from '@loyalty/kernel';
import { type Checked, errorTextMax, fieldErrorsMax, refused } from './field-errors.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** More than any body needs. It bounds every recursion over a body. */
const nestingMax = 64;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Only an escape can bring NUL or a lone surrogate into valid UTF-8 and valid JSON. */
const mayBeFaulty = /\\u(?:0000|d[89a-f])/i;

/**
 * Parses a body strictly (D9, D315). With `kept`, faulty strings stay in it, for callers that judge a body
 * part by part.
 */
export const parseJsonBody = (
  bytes: Uint8Array,
  faultyStrings: 'refused' | 'kept' = 'refused',
): Checked<JsonObject> => {
  const text = textOf(bytes);
  if (text === null) return refused('', 'must be UTF-8');
  const read = readObject(text);
  return read.ok && faultyStrings === 'refused' && mayBeFaulty.test(text) ? judgeStrings(read.value) : read;
};

const readObject = (text: string): Checked<JsonObject> => {
  const { depth, members } = shapeOf(text);
  if (depth > nestingMax) {
    return refused('', `must not be nested more than ${nestingMax.toString()} deep`);
  }
  const parsed = parse(text);
  if (!parsed.ok) return parsed;
  if (membersOf(parsed.value) < members) return refusedTwins(text);
  return isObject(parsed.value) ? { ok: true, value: parsed.value } : refused('', 'must be a JSON object');
};

const judgeStrings = (value: JsonObject): Checked<JsonObject> => {
  const pointers = faultyStringsOf(value);
  if (pointers.length === 0) return { ok: true, value };
  return { ok: false, errors: pointers.map((pointer) => ({ pointer, message: faultyStringText })) };
};

export const faultyStringText = 'must not contain NUL or a lone surrogate';

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (bytes: Uint8Array): string | null => {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
};

const parse = (text: string): Checked<unknown> => {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (failure) {
    return refused('', `must be JSON${placeOf(failure, text)}`);
  }
};

/** Describes the place of a syntax error, as far as the engine reports it, without repeating the body. */
const placeOf = (failure: unknown, text: string): string => {
  if (text.trim() === '') return ', but it is empty';
  const message = failure instanceof Error ? failure.message : '';
  const position = /at position (\d+)/.exec(message)?.[1];
  // Node 24 names what it misses at the end instead.
  if (message.startsWith('Unexpected end') || Number(position) >= text.length)
    return ', but it ends too early';
  if (position === undefined) return ', but it is malformed';
  const before = text.slice(0, Number(position)).split('\n');
  return `; see line ${before.length.toString()}, column ${((before.at(-1) ?? '').length + 1).toString()}`;
};

/** How deep objects and arrays are nested, and how many members are written; of malformed text the numbers mean nothing. */
const shapeOf = (text: string): { readonly depth: number; readonly members: number } => {
  let depth = 0;
  let deepest = 0;
  let members = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === '{' || character === '[') deepest = Math.max(deepest, (depth += 1));
    else if (character === '}' || character === ']') depth -= 1;
    else if (character === ':') members += 1;
  }
  return { depth: deepest, members };
};

/** Counts the members of all objects. Fewer than were written means that a name stands twice, and the later value won (D315). */
const membersOf = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0;
  let members = 0;
  if (Array.isArray(value)) for (const item of value) members += membersOf(item);
  else
    for (const name of Object.keys(value))
      members += 1 + membersOf((value as Readonly<Record<string, unknown>>)[name]);
  return members;
};

const refusedTwins = (text: string): Checked<never> => ({
  ok: false,
  code: 'INVALID_JSON',
  errors: twinsIn(text).map((pointer) => ({ pointer, message: 'must appear only once in its object' })),
});

interface OpenContainer {
  /** It is null for an array. */
  readonly names: Set<string> | null;
  /** The name or the place of the value that is read. */
  at: string | number;
  isValue: boolean;
}

/** The pointers of names that stand twice in one object, at most 20. The text must be valid JSON. */
const twinsIn = (text: string): readonly string[] => {
  const open: OpenContainer[] = [];
  const found = new Set<string>();
  for (let at = 0; at < text.length && found.size < fieldErrorsMax; at += 1) {
    const character = text.charAt(at);
    if (character !== '"') {
      passSign(open, character);
      continue;
    }
    const end = endOfString(text, at);
    if (isTwin(open.at(-1), text.slice(at, end + 1))) found.add(pointerOf(open.map((outer) => outer.at)));
    at = end;
  }
  return [...found];
};

const passSign = (open: OpenContainer[], sign: string): void => {
  const inner = open.at(-1);
  if (sign === '{') open.push({ names: new Set(), at: '', isValue: false });
  else if (sign === '[') open.push({ names: null, at: 0, isValue: true });
  else if (sign === '}' || sign === ']') open.pop();
  else if (sign === ':' && inner !== undefined) inner.isValue = true;
  else if (sign === ',' && inner !== undefined) passComma(inner);
};

const passComma = (container: OpenContainer): void => {
  if (typeof container.at === 'number') container.at += 1;
  else container.isValue = false;
};

/** True of a name that its object has already. The same name may be written by other escapes. */
const isTwin = (container: OpenContainer | undefined, quoted: string): boolean => {
  if (container === undefined || container.names === null || container.isValue) return false;
  const name = JSON.parse(quoted) as string;
  const isKnown = container.names.has(name);
  container.names.add(name);
  container.at = name;
  return isKnown;
};

const endOfString = (text: string, start: number): number => {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
};

/** NUL, or half a surrogate pair: neither databases nor UTF-8 can hold them (D9). */
const faulty = /\0|\p{Surrogate}/u;

interface Walk {
  readonly path: (string | number)[];
  readonly found: string[][];
}

/** Returns at most 20 faulty strings, the outermost first. A body may hold millions of values, so sound ones allocate nothing. */
export const faultyStringsOf = (value: unknown): readonly string[] => {
  const walk: Walk = { path: [], found: [] };
  visit(value, walk);
  return walk.found.flat().slice(0, fieldErrorsMax);
};

const visit = (value: unknown, walk: Walk): void => {
  if (typeof value === 'string') {
    if (faulty.test(value)) note(walk);
  } else if (Array.isArray(value)) visitItems(value, walk);
  else if (typeof value === 'object' && value !== null) visitMembers(value, walk);
};

const visitItems = (items: readonly unknown[], walk: Walk): void => {
  const depth = walk.path.length;
  for (let at = 0; at < items.length; at += 1) {
    walk.path[depth] = at;
    visit(items[at], walk);
  }
  walk.path.length = depth;
};

const visitMembers = (members: object, walk: Walk): void => {
  const depth = walk.path.length;
  for (const name of Object.keys(members)) {
    walk.path[depth] = name;
    if (faulty.test(name)) note(walk);
    else visit((members as Readonly<Record<string, unknown>>)[name], walk);
  }
  walk.path.length = depth;
};

/** Depth-first: values of equal depth come in the order of the text, and each depth keeps its first ones. */
const note = ({ path, found }: Walk): void => {
  const pointers = (found[path.length] ??= []);
  if (pointers.length < fieldErrorsMax) pointers.push(pointerOf(path));
};

/** Names are cut before they are joined: one name may be as long as the body. */
const pointerOf = (path: Walk['path']): string =>
  path.reduce<string>((parent, part) => pointerTo(parent, readable(part)), '').slice(0, errorTextMax);

const readable = (part: string | number): string =>
  String(part).slice(0, errorTextMax).split(faulty).join('\uFFFD');
