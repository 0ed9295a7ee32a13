import { Menu } from '@base-ui/react/menu';
import type { OperationId } from '@loyalty/client';
import { Ellipsis } from 'lucide-react';
import { missingPermission } from '../app/permissions.ts';
import { useSession } from '../app/session.tsx';
import { words } from '../words/index.ts';

export interface MenuAction {
  readonly text: string;
  readonly operations: readonly OperationId[];
  readonly isDanger?: boolean;
  readonly onClick: () => void;
}

/** Actions that a page has no room for; those that a person may not do say which permission they need. */
export function ActionMenu({
  label,
  actions,
}: {
  readonly label: string;
  readonly actions: readonly MenuAction[];
}) {
  const { permissions } = useSession();
  return (
    <Menu.Root>
      <Menu.Trigger className="btn" data-square aria-label={label}>
        <Ellipsis size={18} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={6} align="end" className="positioner">
          <Menu.Popup className="popup">
            {actions.map(({ text, operations, isDanger = false, onClick }) => {
              const missing = missingPermission(operations, permissions);
              return (
                <Menu.Item
                  key={text}
                  className="action"
                  data-danger={isDanger ? '' : undefined}
                  disabled={missing !== null}
                  onClick={onClick}
                >
                  {text}
                  {missing === null ? null : <small>{words.needsPermission(missing)}</small>}
                </Menu.Item>
              );
            })}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
