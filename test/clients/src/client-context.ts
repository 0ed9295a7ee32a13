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

/** Returns the path of the document from which clients are generated, as the API serves it. */
export const documentPath = ({ root }: ClientContext): string => join(root, '.loyalty/clients/openapi.json');

/** Returns the path of the body of a webhook as it was received. */
export const webhookPath = ({ root }: ClientContext): string => join(root, '.loyalty/clients/webhook.json');

/** Creates an empty folder for a client, with our files in it. */
export const newFolder = ({ root }: ClientContext, client: string): string => {
  const folder = join(root, '.loyalty/clients', client);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(join(root, 'test/clients', client), folder, { recursive: true });
  return folder;
};

/** Returns the arguments of the program of a generated client: URL, tenant, key and the body of a webhook. */
export const programArguments = (context: ClientContext): readonly string[] => [
  ...argumentsOf(context),
  webhookPath(context),
];

/** Returns the arguments of each client's program: URL, tenant and key. */
export const argumentsOf = ({ baseUrl, tenantId, key }: ClientContext): readonly string[] => [
  baseUrl,
  tenantId,
  key,
];
