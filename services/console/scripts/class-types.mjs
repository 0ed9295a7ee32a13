// Declares the classes of each CSS module of the pages, in dist/class-types, where ui/tsconfig.json looks for them: a class that is not
// defined does not compile. `npm run build` runs it, and so does each run of ESLint, which reads the types.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const service = dirname(dirname(fileURLToPath(import.meta.url)));
const ui = join(service, 'ui');
const out = join(service, 'dist/class-types');

const filesIn = (folder, end) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith(end));

const declarationOf = (css) => {
  const names = css.replace(/\/\*[^]*?\*\//g, '').matchAll(/\.([a-z]\w*)/gi);
  const classes = new Set([...names].map(([, name]) => name));
  return [...classes].map((name) => `export const ${name}: string;\n`).join('');
};

mkdirSync(out, { recursive: true });
const left = new Set(filesIn(out, '.d.ts'));
for (const path of filesIn(ui, '.module.css')) {
  const declared = `${path}.d.ts`;
  const text = declarationOf(readFileSync(join(ui, path), 'utf8'));
  // A file that is written is one to compile again.
  if (left.delete(declared) && readFileSync(join(out, declared), 'utf8') === text) continue;
  mkdirSync(dirname(join(out, declared)), { recursive: true });
  writeFileSync(join(out, declared), text);
}
for (const path of left) rmSync(join(out, path));
