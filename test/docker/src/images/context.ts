import { appendFileSync, cpSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { printed } from '../run.ts';
import { root } from '../root.ts';

const folder = join(root, '.loyalty/images/context');

/** A copy of the checkout's own files, which a test may change. */
export interface BuildContext {
  readonly folder: string;
  /** Changes one source of every engine, as a day's work does. */
  changeSource(): void;
  remove(): void;
}

/** Copies what git tracks and what it would, without what is ignored. */
export const copyContext = async (): Promise<BuildContext> => {
  rmSync(folder, { recursive: true, force: true });
  const list = await printed('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  for (const path of list.split('\0').filter((name) => name !== '' && !isLeftOut(name)))
    cpSync(join(root, path), join(folder, path), { recursive: true, force: true });
  return {
    folder,
    changeSource: () => {
      appendFileSync(join(folder, 'packages/engine/src/index.ts'), '\n/** Changed. */\n');
    },
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** Leaves out what .dockerignore leaves out. */
const isLeftOut = (path: string): boolean => ['test', 'docs'].includes(path.split('/')[0] ?? dirname(path));
