import type { OperationId } from '@loyalty/client';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFirstPage } from '../../app/first-page.ts';
import { modeIn } from '../../app/mode.ts';
import { missingPermission } from '../../app/permissions.ts';
import { useSession } from '../../app/session.tsx';
import { words } from '../../words/index.ts';
import { ProblemPage } from './problem.tsx';
import * as css from '../../styles/common.module.css';

interface PermittedProps {
  /** All that the page cannot do without. */
  readonly operations: readonly OperationId[];
  readonly children: ReactNode;
}

/** Shows a page, or the sentence that says which permission it needs. */
export function Permitted({ operations, children }: PermittedProps) {
  const { permissions } = useSession();
  const missing = missingPermission(operations, permissions);
  const first = useFirstPage();
  if (missing === null) return children;
  return (
    <ProblemPage title={words.problem.notAllowed} detail={words.problem.notAllowedDetail(missing)}>
      {first === undefined ? null : (
        <Link className={css.btn} to={first.path} search={modeIn}>
          {words.problem.toPage(first.name)}
        </Link>
      )}
    </ProblemPage>
  );
}
