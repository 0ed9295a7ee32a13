import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** What a client is made from and tried on. */
export interface ClientContext {
  /** The checkout. */
  readonly root: string;
  /** `http://127.0.0.1:<port>/v1` */
  readonly baseUrl: string;
  readonly tenantId: string;
  /** A key of the test environment. */
  readonly key: string;
}

/** The document that clients are made from, as it stands in the repository. */
export const documentPath = ({ root }: ClientContext): string => join(root, 'schemas/http/openapi.yaml');

/** A new folder for a client, with the files that we wrote for it; what was made before is gone. */
export const newFolder = ({ root }: ClientContext, client: string): string => {
  const folder = join(root, '.loyalty/clients', client);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(join(root, 'test/clients', client), folder, { recursive: true });
  return folder;
};

/** What each client's program is given: where to ask, for whom, and who asks. */
export const argumentsOf = ({ baseUrl, tenantId, key }: ClientContext): readonly string[] => [
  baseUrl,
  tenantId,
  key,
];
