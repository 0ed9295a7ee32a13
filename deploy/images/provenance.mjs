import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * How an image came to be, as the predicate of SLSA's provenance, version 1: the commit, the recipe, the lock file and the bases. `cosign
 * attest` binds it to the image's digest. Who built it (a URI) is said when it is published.
 */
export const provenanceOf = (root, { name }, { version, revision, bases, startedAt, finishedAt }) => ({
  buildDefinition: {
    buildType: 'urn:loyalty-engine:images:1',
    externalParameters: { source: { digest: { gitCommit: revision } }, recipe: 'deploy/images/Dockerfile' },
    internalParameters: { service: name, version },
    resolvedDependencies: [
      { name: 'source', digest: { gitCommit: revision } },
      { name: 'package-lock.json', digest: { sha256: sha256Of(join(root, 'package-lock.json')) } },
      ...Object.entries(bases).map(baseOf),
    ],
  },
  runDetails: {
    builder: { id: '' },
    metadata: { startedOn: startedAt.toISOString(), finishedOn: finishedAt.toISOString() },
  },
});

const sha256Of = (path) => createHash('sha256').update(readFileSync(path)).digest('hex');

/** A stand-in has no digest of a registry; then the name alone stands there. */
const baseOf = ([name, image]) => {
  const [, sha256] = /@sha256:([0-9a-f]{64})$/.exec(image) ?? [];
  return { name, uri: image, ...(sha256 !== undefined && { digest: { sha256 } }) };
};
