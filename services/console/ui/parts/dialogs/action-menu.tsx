import { Menu } from '@base-ui/react/menu';
import type { OperationId } from '@loyalty/client';
import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { missingPermission } from '../../app/permissions.ts';
import { useSession } from '../../app/session.tsx';
import { words } from '../../words/index.ts';
import * as css from '../../styles/common.module.css';
import * as own from './popup.module.css';

export interface MenuAction {
  readonly text: string;
  readonly icon?: ReactNode;
  /** All operations that the action calls. */
  readonly operations: readonly OperationId[];
  readonly isDanger?: boolean;
  readonly onClick: () => void;
}

interface ActionMenuProps {
  readonly label: string;
  readonly actions: readonly MenuAction[];
}

/**
 * A menu of actions that are too rare for buttons. An action that is not allowed says which permission it
 * needs.
 */
export function ActionMenu({ label, actions }: ActionMenuProps) {
  return (
    <Menu.Root>
      <Menu.Trigger className={css.btn} data-square aria-label={label}>
        <Ellipsis size={18} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={6} align="end" className={own.positioner}>
          <Menu.Popup className={own.popup}>
            {actions.map((action) => (
              <ActionItem key={action.text} action={action} />
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function ActionItem({ action }: { readonly action: MenuAction }) {
  const { text, icon, operations, isDanger = false, onClick } = action;
  const { permissions } = useSession();
  const missing = missingPermission(operations, permissions);
  return (
    <Menu.Item
      className={own.choice}
      data-tone={isDanger ? 'bad' : undefined}
      disabled={missing !== null}
      onClick={onClick}
    >
      {icon}
      <span className={css.stackTight}>
        {text}
        {missing === null ? null : <small>{words.needsPermission(missing)}</small>}
      </span>
    </Menu.Item>
  );
}
