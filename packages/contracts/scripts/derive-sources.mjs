// The sources of packages/contracts and packages/client that follow from schemas/. The build makes them, and nobody commits them.
import { deriveAvro } from './derive-avro.mjs';
import { deriveErrors, deriveTopics } from './derive-catalogues.mjs';
import { deriveClient } from './derive-client.mjs';
import { derivePermissions } from './derive-permissions.mjs';
import { deriveTypes } from './derive-types.mjs';

export const sourcesFolder = 'packages/contracts/src/generated';
export const clientFolder = 'packages/client/src/generated';

/** Each source: its path below the root, and its text. */
export const deriveSources = async (schemasFolder) => {
  const parts = await Promise.all([
    ...[deriveTypes, deriveErrors, deriveTopics, derivePermissions, deriveAvro].map((derive) =>
      derive(schemasFolder, sourcesFolder),
    ),
    deriveClient(schemasFolder, clientFolder),
  ]);
  return parts.flat().filter(([path]) => path.includes('/generated/'));
};
