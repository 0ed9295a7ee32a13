import { dirname, join } from 'node:path';
import { nearest } from '../find-local-stack.ts';
import type { CommandContext } from '../session.ts';

/**
 * Returns the folder of the development key pair: `.loyalty/jwt` of the checkout, so that the command, the local stack and the
 * ingress use the same pair from every folder.
 */
export const jwtFolder = ({ addresses, folder }: Pick<CommandContext, 'addresses' | 'folder'>): string =>
  join(addresses.localStack()?.root ?? checkoutAbove(folder), '.loyalty', 'jwt');

const checkoutAbove = (folder: string): string => {
  const found = nearest(folder, '.loyalty');
  return found === null ? folder : dirname(found);
};
