// The sources of packages/contracts that only programs read. The build makes them, and nobody commits them.
import { deriveAvro } from './derive-avro.mjs';
import { deriveErrors, deriveTopics } from './derive-catalogues.mjs';
import { derivePermissions } from './derive-permissions.mjs';
import { deriveTypes } from './derive-types.mjs';

export const sourcesFolder = 'packages/contracts/src/generated';

/** Each source: its path below the root, and its text. */
export const deriveSources = async (schemasFolder) => {
  const parts = await Promise.all(
    [deriveTypes, deriveErrors, deriveTopics, derivePermissions, deriveAvro].map((derive) =>
      derive(schemasFolder, sourcesFolder),
    ),
  );
  return parts.flat().filter(([path]) => path.startsWith(`${sourcesFolder}/`));
};
