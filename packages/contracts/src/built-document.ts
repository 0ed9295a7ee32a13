import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Reads a document that the build made. Throws if the build (`scripts/documents.mjs`) did not make it. Tests
 * judge its shape.
 */
export const builtDocument = (name: 'openapi' | 'asyncapi' | 'webhooks'): unknown => {
  // One place below the package, from src and from dist.
  const path = new URL(`../dist/documents/${name}.json`, import.meta.url);
  if (!existsSync(path)) throw new Error(`${fileURLToPath(path)} is missing: npm run build makes it.`);
  return JSON.parse(readFileSync(path, 'utf8'));
};
