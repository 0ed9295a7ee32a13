import swc from '@swc/jest';

/** From what a file imports. Mostly whole words of code; one that is none is imported from nowhere. */
const sourcesIn = (text) => [
  ...new Set([...text.matchAll(/\bfrom\s*['"]([^'"\n]+)['"]/g)].map(([, from]) => from)),
];

/** Compiles for jest, so that a module is loaded when something of it is used for the first time: most of a test's time was loading. */
const transformerFor = (lazy) =>
  swc.createTransformer({
    module: { type: 'commonjs', lazy },
    jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
  });

export default {
  process: (text, path, options) => transformerFor(sourcesIn(text)).process(text, path, options),
  getCacheKey: (text, path, options) => transformerFor(['all']).getCacheKey(text, path, options),
};
