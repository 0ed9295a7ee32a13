import type { Manifest } from '../manifest.ts';

/** A mistake that somebody could make in a template. */
export interface Fault {
  readonly name: string;
  /** The kind of the object that gets it, and the end of its name where it matters. */
  readonly kind: string;
  readonly nameEnds?: string;
  /** The place of the fault: keys and numbers, separated by dots. */
  readonly path: string;
  /** Undefined takes away what is there. */
  readonly value?: unknown;
}

/** Returns the objects with the fault in the first one that it fits; throws where none fits. */
export const plant = (objects: readonly Manifest[], fault: Fault): readonly Manifest[] => {
  const at = objects.findIndex(
    ({ kind, metadata }) => kind === fault.kind && metadata.name.endsWith(fault.nameEnds ?? ''),
  );
  const object = objects[at];
  if (object === undefined) throw new Error(`no object for «${fault.name}»`);
  return objects.with(at, changed(object, fault));
};

/** Returns the object that has the fault. */
export const planted = (objects: readonly Manifest[], fault: Fault): Manifest => {
  const found = plant(objects, fault).find((object, at) => object !== objects[at]);
  if (found === undefined) throw new Error(`«${fault.name}» changes nothing`);
  return found;
};

const changed = (object: Manifest, { path, value, name }: Fault): Manifest => {
  const copy = structuredClone(object);
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  let place: unknown = copy;
  for (const key of keys) {
    place = (place as Record<string, unknown>)[key];
    if (typeof place !== 'object' || place === null) throw new Error(`«${name}»: there is no ${path}`);
  }
  put(place as Record<string, unknown> | unknown[], last, value);
  return copy;
};

/** `+` adds to a list. */
const put = (place: Record<string, unknown> | unknown[], key: string, value: unknown): void => {
  if (Array.isArray(place) && key === '+') place.push(value);
  else if (value === undefined) Reflect.deleteProperty(place, key);
  else Reflect.set(place, key, value);
};
