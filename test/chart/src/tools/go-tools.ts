import { isInstalled } from '@loyalty/testkit/runs';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.ts';
import { run } from '../run.ts';

/** Programs and objects that the Go module proxy has; each is made once. */
const folder = join(root, '.loyalty/tools');

/** A tool that could not be had, by its name; a test that needs it is skipped. */
export class ToolMissing extends Error {
  readonly tool: string;

  constructor(tool: string, reason: string) {
    super(reason);
    this.tool = tool;
  }
}

interface GoProgram {
  readonly name: string;
  readonly version: string;
  /** The text of a go.mod: replaced modules are those that its authors build with. */
  readonly module: string;
  readonly packagePath: string;
}

/** Returns the path of a program, which is built from its module where that has not happened yet. Throws {@link ToolMissing}. */
export const goProgram = ({ name, version, module, packagePath }: GoProgram): string => {
  const target = join(folder, `${name}-${version}`);
  if (existsSync(target)) return target;
  requireGo(name);
  const source = join(folder, 'src', `${name}-${version}`);
  mkdirSync(source, { recursive: true });
  writeFileSync(join(source, 'go.mod'), module);
  const flags = ['build', '-mod=mod', '-trimpath', '-ldflags=-s -w', '-o', target];
  const { code, stderr } = run('go', [...flags, packagePath], {
    cwd: source,
    variables: { CGO_ENABLED: '0' },
  });
  if (code !== 0) throw new ToolMissing(name, `go build ended with ${code.toString()}: ${lastLine(stderr)}`);
  return target;
};

/** Returns the folder of a module's files, fetched where it is not there yet. Throws {@link ToolMissing}. */
export const goModuleFolder = (name: string, version: string): string => {
  requireGo(name);
  const { code, stdout, stderr } = run('go', ['mod', 'download', '-json', `${name}@${version}`], {
    cwd: '/',
  });
  if (code !== 0) throw new ToolMissing(name, lastLine(stderr));
  return (JSON.parse(stdout) as { Dir: string }).Dir;
};

const requireGo = (tool: string): void => {
  if (!isInstalled('go')) throw new ToolMissing(tool, 'there is no Go to build it with');
};

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';
