import type { OperationId } from '@loyalty/client';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes } from 'react';
import { missingPermission } from '../../app/permissions.ts';
import { useSession } from '../../app/session.tsx';
import { ActionButton } from './action-button.tsx';
import * as css from '../../styles/common.module.css';

interface PermittedLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** These are all operations that the page behind it calls to store something. */
  readonly operations: readonly OperationId[];
  readonly kind?: 'main' | 'quiet';
  readonly isSmall?: boolean;
}

const nothing = (): void => undefined;

function PermittedLink({ operations, kind, isSmall = false, children, ...anchor }: PermittedLinkProps) {
  const { permissions } = useSession();
  if (missingPermission(operations, permissions) !== null)
    return (
      <ActionButton
        operations={operations}
        {...(kind === undefined ? {} : { kind })}
        isSmall={isSmall}
        onClick={nothing}
      >
        {children}
      </ActionButton>
    );
  return (
    <a {...anchor} className={css.btn} data-kind={kind} data-small={isSmall ? '' : undefined}>
      {children}
    </a>
  );
}

/** A link to a page that begins an action, which also opens in a new tab; it says which permission is missing. */
export const ActionLink = createLink(PermittedLink);
