import { errorTextMax, fieldErrorsMax, pointerTo } from './field-error.ts';

/** NUL, or half of a surrogate pair without the other half: neither databases nor UTF-8 can hold them (D9). */
const faulty = /\0|\p{Surrogate}/u;

/** The place of the walk, and its findings. */
interface Walk {
  /** The names and places that lead to the present value. */
  readonly path: (string | number)[];
  /** Pointers by the depth at which they end, at most 20 for each. */
  readonly found: string[][];
}

/**
 * Returns pointers to the strings and member names that hold NUL or a lone surrogate. The outermost come first, at most
 * 20, each cut at 512 characters. The value is parsed JSON within the nesting limit. A body may hold millions of
 * useless values, so the walk allocates nothing for sound ones.
 */
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

/** Visits members. A fault in a name is reported under that name. */
const visitMembers = (members: object, walk: Walk): void => {
  const depth = walk.path.length;
  for (const name of Object.keys(members)) {
    walk.path[depth] = name;
    if (faulty.test(name)) note(walk);
    else visit((members as Readonly<Record<string, unknown>>)[name], walk);
  }
  walk.path.length = depth;
};

/**
 * Notes a pointer. The walk is depth-first, so values of equal depth come in the order of the text, and each depth
 * keeps its first ones.
 */
const note = ({ path, found }: Walk): void => {
  const pointers = (found[path.length] ??= []);
  if (pointers.length < fieldErrorsMax) pointers.push(pointerOf(path));
};

/** Names are cut before they are joined: one name may be as long as the body. */
const pointerOf = (path: Walk['path']): string =>
  path.reduce<string>((parent, part) => pointerTo(parent, readable(part)), '').slice(0, errorTextMax);

const readable = (part: string | number): string =>
  String(part).slice(0, errorTextMax).split(faulty).join('\uFFFD');
