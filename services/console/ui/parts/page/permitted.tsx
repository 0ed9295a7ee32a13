import type { OperationId } from '@loyalty/client';
import type { ReactNode } from 'react';
import { missingPermission } from '../../app/permissions.ts';
import { useSession } from '../../app/session.tsx';
import { words } from '../../words/index.ts';
import { ProblemPage } from './problem.tsx';

interface PermittedProps {
  /** All that the page cannot do without. */
  readonly operations: readonly OperationId[];
  readonly children: ReactNode;
}

/** Shows a page, or the sentence that says which permission it needs. */
export function Permitted({ operations, children }: PermittedProps) {
  const { permissions } = useSession();
  const missing = missingPermission(operations, permissions);
  return missing === null ? (
    children
  ) : (
    <ProblemPage title={words.problem.notAllowed} detail={words.problem.notAllowedDetail(missing)} />
  );
}
