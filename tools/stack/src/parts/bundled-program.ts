import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the file that holds the program of a workspace (`services/ingress`) with its libraries, made by
 * tools/bundle.mjs. Returns undefined if something was compiled since, as by `tsc --build` alone, and in
 * checkouts of releases that had no such file.
 */
export const bundledProgram = (root: string, workspace: string): string | undefined => {
  const bundle = join(root, workspace, 'dist/bundle/main.mjs');
  const madeAt = changedAt(bundle);
  const shared = ['packages', 'tools'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
  );
  const compiled = [...shared, workspace].map((folder) => `${folder}/tsconfig.tsbuildinfo`);
  const isFresh = [...compiled, 'package-lock.json'].every((path) => changedAt(join(root, path)) < madeAt);
  return isFresh ? bundle : undefined;
};

const changedAt = (path: string): number => (existsSync(path) ? statSync(path).mtimeMs : 0);
