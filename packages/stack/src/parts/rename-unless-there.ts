import { existsSync, renameSync, rmSync } from 'node:fs';

/** Gives a finished folder its name, unless another stack of this checkout was faster; its folder is as good. */
export const renameUnlessThere = (working: string, target: string): void => {
  try {
    renameSync(working, target);
  } catch (failure) {
    rmSync(working, { recursive: true, force: true });
    if (!existsSync(target)) throw failure;
  }
};
