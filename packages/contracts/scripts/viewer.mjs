// The viewer of the documentation page, of redoc's bundle, as it stands inside an HTML page. Ingress serves it and needs none of redoc's
// libraries at run time.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);
const fileOf = (path) => readFileSync(resolve(`redoc/${path}`), 'utf8');

/** What it is made of, beside this file. */
export const viewerVersion = () => JSON.parse(fileOf('package.json')).version;

export const viewerFiles = () => ({
  'viewer.js': inlined(fileOf('bundles/redoc.standalone.js')),
  'viewer.LICENSE.txt': `${fileOf('LICENSE')}\n${fileOf('bundles/redoc.standalone.js.LICENSE.txt')}`,
});

/**
 * `<!--` and `<script` in strings would change how the page is read, so their first character is escaped. The
 * viewer's logo would come from another host, and its source map is not here: both are removed.
 */
const inlined = (script) =>
  script
    .replaceAll('https://cdn.redoc.ly/redoc/logo-mini.svg', 'data:,')
    .replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n')
    .replace(/<(?=!--|\/?script)/gi, String.raw`\x3c`);
