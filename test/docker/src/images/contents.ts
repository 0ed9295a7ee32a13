import type { Docker } from '../run-with-docker.ts';
import { printed } from '../run.ts';

/** The /app of an image, as its own user sees it. */
export interface Contents {
  /** The digest of every path with its mode, its owner and its bytes. */
  readonly digest: string;
  readonly files: number;
  /** Places of libraries, such as `node_modules/pg`. */
  readonly libraries: readonly string[];
  /** Paths that root does not own, or that others may write. */
  readonly open: readonly string[];
}

/** Runs inside the image, which has no other tool. */
const look = `
const { createHash } = require('node:crypto');
const { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } = require('node:fs');
const digest = createHash('sha256');
const libraries = [], open = [];
let files = 0;
const visit = (path) => {
  const stat = lstatSync(path);
  const kind = stat.isSymbolicLink() ? readlinkSync(path) : stat.isFile() ? readFileSync(path) : '';
  digest.update(JSON.stringify([path, stat.mode, stat.uid, stat.gid])).update(kind);
  if (stat.uid !== 0 || (!stat.isSymbolicLink() && (stat.mode & 0o022) !== 0)) open.push(path);
  if (/node_modules\\/(@[^/]+\\/)?[^/@]+$/.test(path) && stat.isDirectory() && existsSync(path + '/package.json'))
    libraries.push(path.slice('/app/'.length));
  if (stat.isDirectory()) for (const name of readdirSync(path).sort()) visit(path + '/' + name);
  else files += 1;
};
visit('/app');
console.log(JSON.stringify({ digest: digest.digest('hex'), files, libraries, open }));
`;

/** Looks into an image without starting its program. */
export const contentsOf = async ({ docker }: Docker, image: string): Promise<Contents> =>
  JSON.parse(
    await printed(docker, ['run', '--rm', '--network', 'none', '--entrypoint', 'node', image, '-e', look]),
  ) as Contents;
