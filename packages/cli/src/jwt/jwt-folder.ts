import { dirname, join } from 'node:path';
import { nearest } from '../find-local-stack.ts';
import type { CommandContext } from '../session.ts';

/**
 * Where the development key pair lives: `.loyalty/jwt` of the checkout, so that the command, the local stack and the
 * ingress mean the same pair wherever they are called from.
 */
export const jwtFolder = ({ addresses, folder }: Pick<CommandContext, 'addresses' | 'folder'>): string =>
  join(addresses.localStack()?.root ?? checkoutAbove(folder), '.loyalty', 'jwt');

const checkoutAbove = (folder: string): string => {
  const found = nearest(folder, '.loyalty');
  return found === null ? folder : dirname(found);
};
