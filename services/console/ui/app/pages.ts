import type { OperationId } from '@loyalty/client';
import { Users } from 'lucide-react';
import type { ComponentType } from 'react';
import { words } from '../words/index.ts';

export interface ListedPage {
  readonly path: '/members';
  readonly name: string;
  readonly group: keyof typeof words.groups;
  readonly icon: ComponentType<{ readonly size?: number }>;
  /** All that it cannot do without. */
  readonly operations: readonly OperationId[];
}

/** In the order of the sidebar (M44). */
export const pages: readonly ListedPage[] = [
  {
    path: '/members',
    name: words.members.title,
    group: 'people',
    icon: Users,
    operations: ['listMembers'],
  },
];
