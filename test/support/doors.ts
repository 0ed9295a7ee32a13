import { join } from 'node:path';
import { read, sources } from './sources.ts';

export interface Door {
  /** What `exports` of a package.json would call it: `.`, `./segments`, `./segments/management`. */
  readonly key: string;
  /** Its file, from the root of the repository. */
  readonly file: string;
}

/** The files that import a door other than `.`, by its name, such as `@loyalty/tables/segments`. */
const importers = new Map<string, string[]>();
for (const path of sources.filter((one) => /\.(ts|mjs)$/.test(one)))
  for (const [, name = ''] of read(path).matchAll(/\b(?:from |import\()'(@loyalty\/[\w-]+\/[\w/-]+)'/g))
    importers.set(name, [...(importers.get(name) ?? []), path]);

/**
 * Returns the doors of a workspace: those that its `exports` name, and where a pattern of `exports` allows any file, those
 * that something else imports.
 */
export const doorsOf = (workspace: string): readonly Door[] => {
  const { name, exports = {} } = JSON.parse(read(join(workspace, 'package.json'))) as {
    readonly name: string;
    readonly exports?: Readonly<Record<string, { readonly '@loyalty/source': string }>>;
  };
  const imported = [...importers]
    .filter(
      ([door, paths]) =>
        door.startsWith(`${name}/`) && paths.some((path) => !path.startsWith(`${workspace}/`)),
    )
    .map(([door]) => `.${door.slice(name.length)}`);
  return Object.entries(exports).flatMap(([key, { '@loyalty/source': source }]) =>
    (key.includes('*') ? imported.filter((door) => exports[door] === undefined) : [key]).map((door) => ({
      key: door,
      file: join(workspace, source.replace('*', door.slice('./'.length))),
    })),
  );
};
