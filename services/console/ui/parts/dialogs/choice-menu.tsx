import { Menu } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import * as own from './popup.module.css';

export interface Choices {
  readonly label: string;
  readonly chosen: string;
  readonly options: readonly { readonly value: string; readonly text: string }[];
  readonly onChoose: (value: string) => void;
}

/** An action of a menu, below its choices. */
export interface ChoiceMenuAction {
  readonly text: string;
  readonly icon: ReactNode;
  readonly onClick: () => void;
}

interface ChoiceMenuProps {
  /** The button opens the menu. */
  readonly trigger: ReactElement;
  readonly children: ReactNode;
  readonly groups: readonly Choices[];
  readonly actions?: readonly ChoiceMenuAction[];
}

/** A menu of choices, one of each group, and of actions. */
export function ChoiceMenu({ trigger, children, groups, actions = [] }: ChoiceMenuProps) {
  return (
    <Menu.Root>
      <Menu.Trigger render={trigger}>{children}</Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={6} align="start" className={own.positioner}>
          <Menu.Popup className={own.popup}>
            {groups.map((group) => (
              <ChoiceGroup key={group.label} choices={group} />
            ))}
            {actions.map(({ text, icon, onClick }) => (
              <Menu.Item key={text} className={own.choice} onClick={onClick}>
                <span className={own.mark}>{icon}</span>
                {text}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function ChoiceGroup({ choices: { label, chosen, options, onChoose } }: { readonly choices: Choices }) {
  return (
    <Menu.Group>
      <Menu.GroupLabel className={own.label}>{label}</Menu.GroupLabel>
      <Menu.RadioGroup value={chosen} onValueChange={(value: unknown) => onChoose(String(value))}>
        {options.map(({ value, text }) => (
          <Menu.RadioItem key={value} value={value} className={own.choice} closeOnClick>
            <span className={own.mark}>
              <Menu.RadioItemIndicator>
                <Check size={15} />
              </Menu.RadioItemIndicator>
            </span>
            {text}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </Menu.Group>
  );
}
