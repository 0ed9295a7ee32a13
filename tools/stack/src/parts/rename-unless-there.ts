import { existsSync, renameSync, rmSync } from 'node:fs';

/** Renames a finished folder, unless another stack of this checkout has put an equal one there first. */
export const renameUnlessThere = (working: string, target: string): void => {
  try {
    renameSync(working, target);
  } catch (failure) {
    rmSync(working, { recursive: true, force: true });
    if (!existsSync(target)) throw failure;
  }
};
