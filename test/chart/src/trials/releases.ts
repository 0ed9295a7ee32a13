import type { Manifest } from '../manifest.ts';
import { objectsIn, type Helm } from '../tools/helm.ts';

const values = 'deploy/helm/values/production.yaml';

/** Objects of production, of the release after it, and of production where pods wait for a place that fits. */
export interface Releases {
  readonly production: readonly Manifest[];
  readonly next: readonly Manifest[];
  readonly strict: readonly Manifest[];
}

/** Renders them; throws where helm refuses. */
export const renderReleases = (helm: Helm): Releases => {
  const render = (...files: readonly string[]): readonly Manifest[] => {
    const { code, stdout, stderr } = helm.template(values, ...files);
    if (code !== 0) throw new Error(stderr);
    return objectsIn(stdout);
  };
  return {
    production: render(),
    next: render('test/chart/releases/next.yaml'),
    strict: render('test/chart/releases/strict-spread.yaml'),
  };
};
