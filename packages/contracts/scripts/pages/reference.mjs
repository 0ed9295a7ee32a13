// The page of the OpenAPI document: the viewer of redoc's bundle, inside the page. It asks nothing of any other host, because a till
// room's network may not reach one or run another party's script.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { hashOfScript, headOf, lineOfLinks, policyWith, styleOfLinks } from './frame.mjs';

const { resolve } = createRequire(import.meta.url);
const fileOf = (path) => readFileSync(resolve(`redoc/${path}`), 'utf8');

/** The licences of what the page contains; a file beside it, which is not served. */
export const viewerLicence = () =>
  `${fileOf('LICENSE')}\n${fileOf('bundles/redoc.standalone.js.LICENSE.txt')}`;

/**
 * `<!--` and `<script` in strings would change how the page is read, so their first character is escaped. The
 * viewer's logo would come from another host, and its source map is not here: both are removed.
 */
const inlined = (script) =>
  script
    .replaceAll('https://cdn.redoc.ly/redoc/logo-mini.svg', 'data:,')
    .replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n')
    .replace(/<(?=!--|\/?script)/gi, String.raw`\x3c`);

/** Fonts that every machine has; the viewer's own would have to be fetched. */
const viewerOptions = {
  theme: {
    typography: {
      fontFamily: 'system-ui, sans-serif',
      headings: { fontFamily: 'system-ui, sans-serif' },
      code: { fontFamily: 'ui-monospace, monospace' },
    },
  },
};

/** The document's address is relative, so that the page also works behind a path of a gateway. */
const startScript = `Redoc.init('openapi.json', ${JSON.stringify(viewerOptions)}, document.getElementById('viewer'));`;

/** The page; the viewer has a light theme alone, styles itself, and searches in a worker from a blob. */
export const referencePage = (title) => {
  const viewer = inlined(fileOf('bundles/redoc.standalone.js'));
  const description =
    'Every operation of the HTTP API, with its parameters, bodies, responses and samples of calls.';
  const text = `${headOf({ title: `${title}: API reference`, description })}
<style>${styleOfLinks} :root { color-scheme: light }</style>
</head>
<body>
${lineOfLinks('docs')}
<div id="viewer"></div>
<script>${viewer}</script>
<script>${startScript}</script>
</body>
</html>
`;
  const policy = policyWith([
    `script-src ${[viewer, startScript].map(hashOfScript).join(' ')}`,
    "style-src 'unsafe-inline'",
    "connect-src 'self'",
    'worker-src blob:',
  ]);
  return { path: 'docs', contentType: 'text/html; charset=utf-8', policy, text };
};
