import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';

const script = resolve(__dirname, '../../services/console/scripts/build-pages.mjs');

export interface LongerPages {
  /** Gives a window these pages instead of those that the console serves, with the console's own headers. */
  readonly showIn: (page: Page, origin: string) => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** Builds the pages with each text two fifths longer, as they would be in other languages. */
export const buildLongerPages = (): LongerPages => {
  const folder = mkdtempSync(join(tmpdir(), 'longer-pages-'));
  execFileSync(process.execPath, [script, '--longer', folder]);
  return {
    showIn: async (page, origin) => {
      await page.route(`${origin}/assets/**`, (route) =>
        route.fulfill({ path: join(folder, new URL(route.request().url()).pathname) }),
      );
      const html = await readFile(join(folder, 'index.html'), 'utf8');
      await page.route(
        (url) => url.origin === origin,
        async (route) => {
          if (route.request().resourceType() !== 'document') return route.fallback();
          const response = await route.fetch();
          return route.fulfill({ response, body: html });
        },
      );
    },
    remove: () => rm(folder, { recursive: true }),
  };
};
