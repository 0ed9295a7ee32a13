import { errorTextMax, fieldErrorsMax, pointerTo } from './field-error.ts';

/** NUL, or half of a surrogate pair without the other half: no database and no UTF-8 can hold them (D9). */
const faulty = /\0|\p{Surrogate}/u;

/** Where the walk is, and what it has found there. */
interface Walk {
  /** The names and places that lead to the value at hand. */
  readonly path: (string | number)[];
  /** Pointers by the depth at which they end, at most 20 for each. */
  readonly found: string[][];
}

/**
 * Pointers of the strings, and of the members with a name, that hold NUL or a lone surrogate: the outermost first, at
 * most 20 of them, each cut at 512 characters. The value is one of JSON's, nested as deep as a body may be. A body may
 * hold millions of values that mean nothing: what is not faulty is passed without making anything of it.
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

/** A member with a faulty name stands for that name. */
const visitMembers = (members: object, walk: Walk): void => {
  const depth = walk.path.length;
  for (const name of Object.keys(members)) {
    walk.path[depth] = name;
    if (faulty.test(name)) note(walk);
    else visit((members as Readonly<Record<string, unknown>>)[name], walk);
  }
  walk.path.length = depth;
};

/** A walk in depth meets what lies equally deep in the order of the text, so each depth keeps its first ones. */
const note = ({ path, found }: Walk): void => {
  const pointers = (found[path.length] ??= []);
  if (pointers.length < fieldErrorsMax) pointers.push(pointerOf(path));
};

/** Names are cut before they are put together: one may be as long as the body. */
const pointerOf = (path: Walk['path']): string =>
  path.reduce<string>((parent, part) => pointerTo(parent, readable(part)), '').slice(0, errorTextMax);

const readable = (part: string | number): string =>
  String(part).slice(0, errorTextMax).split(faulty).join('\uFFFD');
