import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The inputs of generating and trying a client. */
export interface ClientContext {
  /** The root of the checkout. */
  readonly root: string;
  /** `http://127.0.0.1:<port>/v1` */
  readonly baseUrl: string;
  readonly tenantId: string;
  /** A key of the test environment. */
  readonly key: string;
}

/** Returns the path of the document from which clients are generated. */
export const documentPath = ({ root }: ClientContext): string => join(root, 'schemas/http/openapi.yaml');

/** Creates an empty folder for a client, with our files in it. */
export const newFolder = ({ root }: ClientContext, client: string): string => {
  const folder = join(root, '.loyalty/clients', client);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(join(root, 'test/clients', client), folder, { recursive: true });
  return folder;
};

/** Returns the arguments of each client's program: URL, tenant and key. */
export const argumentsOf = ({ baseUrl, tenantId, key }: ClientContext): readonly string[] => [
  baseUrl,
  tenantId,
  key,
];
