// Builds the pages into dist/pages, packed with brotli and gzip, if anything that they are made of has changed. `npm run build` runs it.
// `--longer FOLDER` builds them there, unpacked, with each text two fifths longer: as other languages are.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import './class-types.mjs';

const service = dirname(dirname(fileURLToPath(import.meta.url)));
const root = dirname(dirname(service));
const out = join(service, 'dist/pages');
const stampPath = join(service, 'dist/pages.stamp');

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

/** By contents: a checkout touches files without changing them. */
const stampOf = () => {
  const hash = createHash('sha256');
  const libraries = [join(service, 'package.json'), join(root, 'package-lock.json')];
  const sources = [join(service, 'ui'), join(service, 'scripts'), join(root, 'packages/client/src')];
  for (const path of [...sources.flatMap(filesIn), ...libraries])
    hash
      .update(`${relative(root, path)}\0`)
      .update(readFileSync(path))
      .update('\0');
  return hash.digest('hex');
};

/** Browsers that know `light-dark()`, layers and `oklch()`: nothing is lowered for others. */
const browsers = ['chrome123', 'edge123', 'firefox121', 'safari17.5'];

/** A text two fifths longer, in letters that need more height. */
const longer = (text) => (/\p{L}/u.test(text) ? `${text} ${'Ǻý'.repeat(Math.ceil(text.length / 5))}` : text);

/** Where a module writes text: not in what it imports, names and compares. */
const textsOf = (node) => {
  if (node.type === 'BinaryExpression' && node.operator !== '+') return [];
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node] : [];
  if (node.type === 'TemplateLiteral')
    return [...node.quasis.slice(-1), ...node.expressions.flatMap(textsOf)];
  const parts = Object.entries(node).flatMap(([name, part]) =>
    ['key', 'property', 'source', 'test'].includes(name) ? [] : part,
  );
  return parts.flatMap((part) => (typeof part?.type === 'string' ? textsOf(part) : []));
};

/** Files of texts: `ui/words`, and `words.ts` of a page. */
const isOfWords = /\/ui\/(words\/[\w-]+|.*\/words)\.ts$/;

const longerTexts = {
  name: 'longer-texts',
  enforce: 'post',
  transform(code, id) {
    if (!isOfWords.test(id)) return null;
    const found = textsOf(this.parse(code)).sort((one, other) => other.start - one.start);
    return found.reduce((text, { start, end, type, value }) => {
      const written = type === 'Literal' ? JSON.stringify(longer(value)) : longer(value.raw);
      return text.slice(0, start) + written + text.slice(end);
    }, code);
  },
};

/** A class is named after its file, as in `field_fault`: what a page has is found again in its sources. */
const classNameIn = (name, path) => {
  const file = basename(path, '.module.css');
  if (file === 'common') return name;
  return name === file.replace(/-(\w)/g, (_, letter) => letter.toUpperCase()) ? file : `${file}_${name}`;
};

const buildPages = async (outDir, plugins = []) => {
  const { build, defaultClientConditions } = await import('vite');
  return build({
    root: join(service, 'ui'),
    configFile: false,
    logLevel: 'warn',
    plugins,
    css: { modules: { generateScopedName: classNameIn } },
    resolve: { conditions: ['@loyalty/source', ...defaultClientConditions] },
    build: {
      outDir,
      emptyOutDir: true,
      target: browsers,
      cssTarget: browsers,
      // A data address would be one more source in the policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      // In kB, not packed; a test judges what browsers get.
      chunkSizeWarningLimit: 700,
      rolldownOptions: {
        // The first page's script names all the others: a character less each is a hundred bytes.
        output: {
          chunkFileNames: 'assets/[name]-[hash:7].js',
          assetFileNames: 'assets/[name]-[hash:7][extname]',
          // What every page has is one script and one style sheet.
          codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] },
        },
        onLog: (level, log, handle) => {
          // «use client» means something on servers alone.
          if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
        },
      },
    },
  });
};

/** The packages whose code is in the bundle, with their licences. */
const writeLicences = ({ output }) => {
  const modules = output.flatMap((chunk) => chunk.moduleIds ?? []);
  const packages = modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []);
  const texts = [...new Set([...packages, join(root, 'node_modules/@fontsource-variable/inter')])]
    .sort()
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const file = readdirSync(folder).find((entry) => /^licen[sc]e/i.test(entry));
      const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim();
      return `${name} ${version}, ${license}\n\n${text}\n`;
    });
  writeFileSync(join(out, 'assets/licences.txt'), texts.join(`\n${'-'.repeat(72)}\n\n`));
};

const packed = new Set(['.html', '.js', '.css', '.svg', '.txt']);

const pack = async (path) => {
  const bytes = readFileSync(path);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  writeFileSync(`${path}.br`, await promisify(brotliCompress)(bytes, { params }));
  writeFileSync(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
};

const buildFresh = async () => {
  const stamp = stampOf();
  const isFresh =
    existsSync(stampPath) && readFileSync(stampPath, 'utf8') === stamp && existsSync(join(out, 'index.html'));
  if (isFresh) return;
  mkdirSync(out, { recursive: true });
  writeLicences(await buildPages(out));
  await Promise.all(
    filesIn(out)
      .filter((path) => packed.has(extname(path)))
      .map(pack),
  );
  writeFileSync(stampPath, stamp);
};

const longerTo = process.argv[2] === '--longer' ? process.argv[3] : undefined;
if (longerTo === undefined) await buildFresh();
else await buildPages(longerTo, [longerTexts]);
