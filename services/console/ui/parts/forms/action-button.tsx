import type { OperationId } from '@loyalty/client';
import type { ReactNode } from 'react';
import { missingPermission } from '../../app/permissions.ts';
import { useSession } from '../../app/session.tsx';
import { words } from '../../words/index.ts';
import * as css from '../../styles/common.module.css';

interface ActionButtonProps {
  /** These are all operations that the action calls. */
  readonly operations: readonly OperationId[];
  readonly kind?: 'main' | 'quiet' | 'danger';
  readonly isSmall?: boolean;
  readonly isBusy?: boolean;
  readonly isDisabled?: boolean;
  /** Why it is disabled, where it is not for a permission. */
  readonly why?: string | undefined;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** A button that says which permission the person lacks; only the API forbids. */
export function ActionButton(props: ActionButtonProps) {
  const {
    operations,
    kind,
    isSmall = false,
    isBusy = false,
    isDisabled = false,
    why,
    onClick,
    children,
  } = props;
  const { permissions } = useSession();
  const missing = missingPermission(operations, permissions);
  const reason = missing === null ? why : words.needsPermission(missing);
  return (
    <button
      type="button"
      className={css.btn}
      data-kind={kind}
      data-small={isSmall ? '' : undefined}
      // Not `disabled`: nobody could reach it to learn why.
      aria-disabled={reason !== undefined || isDisabled}
      aria-busy={isBusy}
      title={reason}
      onClick={() => {
        if (reason === undefined && !isDisabled && !isBusy) onClick();
      }}
    >
      {children}
      {reason === undefined ? null : <span className={css.vh}>{reason}</span>}
    </button>
  );
}
