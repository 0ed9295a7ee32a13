import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Reads a document that the build makes of schemas/ (`scripts/documents.mjs`), for a checkout and an image
 * alike. Throws where it was not made. The value is as its shape says; tests of the documents see to it.
 */
export const builtDocument = (name: 'openapi' | 'asyncapi' | 'webhooks'): unknown => {
  // One place below the package, from src and from dist.
  const path = new URL(`../dist/documents/${name}.json`, import.meta.url);
  if (!existsSync(path)) throw new Error(`${fileURLToPath(path)} is missing: npm run build makes it.`);
  return JSON.parse(readFileSync(path, 'utf8'));
};
