import { execFileSync } from 'node:child_process';

/**
 * Before the tests: the documents that some of them load, as `npm run build` makes them, so that tests need
 * no build.
 */
export default () => {
  execFileSync(process.execPath, ['packages/contracts/scripts/documents.mjs'], { stdio: 'inherit' });
};
