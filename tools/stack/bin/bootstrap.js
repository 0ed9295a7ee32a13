import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, install } from './install.js';
import { checkPrerequisites } from './prerequisites.js';
import { helpText, parseOptions } from './options.js';
import { giveUp } from './say.js';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

/** Makes true everything that compiled code stands on: options, prerequisites, packages, build. */
export const bootstrap = async (command) => {
  const options = parseOptions(command, process.argv.slice(2), giveUp);
  if (options.help) {
    process.stdout.write(helpText);
    process.exit(0);
  }
  const { javaHome } = checkPrerequisites(giveUp);
  await install(root, giveUp);
  await build(root, options.infraOnly ? ['tools/stack'] : [], giveUp);
  return { ...options, javaHome, root };
};
