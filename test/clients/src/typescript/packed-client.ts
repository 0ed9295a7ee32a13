import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientContext } from '../client-context.ts';
import { runProgram } from '../run-program.ts';

/** The client as npm has it, in a folder of a stranger with the program of `test/clients/typescript`. */
export interface PackedClient {
  /** A folder of a stranger, in which the tarball and nothing else is installed. */
  readonly folder: string;
  /** The path of the tarball. */
  readonly tarball: string;
}

const quietly = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts'];

/** Packs the client as it is published, and installs the tarball in an empty folder, which the caller removes. */
export const packClient = async (context: ClientContext): Promise<PackedClient> => {
  // Beside the checkout a compiler would find the types of its libraries.
  const folder = mkdtempSync(join(tmpdir(), 'client-of-a-stranger-'));
  for (const file of ['main.ts', 'shop.ts', 'required.cjs'])
    cpSync(join(context.root, 'test/clients/typescript', file), join(folder, file));
  const packed = await runProgram({
    title: 'Packing the client',
    command: 'npm',
    args: ['pack', '--workspace', 'packages/client', '--pack-destination', folder, '--json', ...quietly],
    cwd: context.root,
  });
  const [{ filename = '' } = {}] = JSON.parse(packed) as readonly { readonly filename?: string }[];
  const tarball = join(folder, filename);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  await runProgram({
    title: 'Installing its tarball in an empty folder',
    command: 'npm',
    args: ['install', tarball, ...quietly],
    cwd: folder,
  });
  const wrong = readFileSync(join(context.root, 'packages/client/src/testing/wrong-calls.ts'), 'utf8')
    .replace('../index.ts', '@loyalty/client')
    .replace('../webhooks.ts', '@loyalty/client/webhooks');
  writeFileSync(join(folder, 'wrong-calls.ts'), wrong);
  return { folder, tarball };
};

/** Installs what a folder of the checkout pins, once for each lock file. Returns its `node_modules`. */
export const installPinned = async (
  { root }: ClientContext,
  { name, from }: { readonly name: string; readonly from: string },
): Promise<string> => {
  const folder = join(root, '.loyalty/cache/clients', name);
  const lock = join(root, from, 'package-lock.json');
  const modules = join(folder, 'node_modules');
  if (isInstalled(join(folder, 'package-lock.json'), lock)) return modules;
  rmSync(folder, { recursive: true, force: true });
  const fresh = `${folder}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(root, from, file), join(fresh, file));
  await runProgram({
    title: `Installing ${from} (once)`,
    command: 'npm',
    args: ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--no-progress'],
    cwd: fresh,
  });
  renameSync(fresh, folder);
  return modules;
};

const isInstalled = (installed: string, wanted: string): boolean => {
  try {
    return readFileSync(installed, 'utf8') === readFileSync(wanted, 'utf8');
  } catch {
    return false;
  }
};
