import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from '@loyalty/http/admin';

/**
 * Creates a page that loads everything from this server, because a till room's network may not reach another
 * host or run another party's script.
 */
export const documentationPage = (title: string): Page => {
  const viewer = viewerScript();
  const html = pageOf(title, viewer);
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policyFor([viewer, startScript]),
  };
  const response = { status: 200, body: Buffer.from(html), headers };
  return () => Promise.resolve(response);
};

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

const pageOf = (title: string, viewer: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>body { margin: 0 }</style>
</head>
<body>
<div id="viewer"></div>
<script>${viewer}</script>
<script>${startScript}</script>
</body>
</html>
`;

/** The viewer styles itself and searches in a worker from a blob. It runs no script but the two. */
const policyFor = (scripts: readonly string[]): string =>
  [
    "default-src 'none'",
    `script-src ${scripts.map(hashOf).join(' ')}`,
    "style-src 'unsafe-inline'",
    "connect-src 'self'",
    'img-src data:',
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/**
 * The build makes the script (`packages/contracts/scripts/viewer.mjs`), at the same distance from src and
 * from dist.
 */
const viewerScript = (): string =>
  readFileSync(new URL('../../../dist/documents/viewer.js', import.meta.url), 'utf8');
