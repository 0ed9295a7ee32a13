import { Menu } from '@base-ui/react/menu';
import { Plus } from 'lucide-react';
import { type ConditionScope, levelsMax } from '../../../model/campaigns/condition-rows.ts';
import type { Json } from '../../../model/drafts/draft.ts';
import { AddButton } from '../../../parts/forms/draft-buttons.tsx';
import { type BegunCondition, begunCondition, begunOf, newGroupIn } from './new-conditions.ts';
import { conditionWords as words } from './words.ts';
import * as css from '../../../styles/common.module.css';
import * as own from './conditions.module.css';
import * as popupCss from '../../../parts/dialogs/popup.module.css';

interface AddProps {
  readonly scope: ConditionScope;
  /** This is the operator of the group that gains one. */
  readonly operator: string;
  readonly level: number;
  readonly onAdd: (condition: Json) => void;
  /** The focus goes to this element once one was added. */
  readonly focusAfter: () => HTMLElement | null;
}

/** Offers the conditions that can be added to a group, in everyday words. */
export function AddCondition({ scope, operator, level, onAdd, focusAfter }: AddProps) {
  const group = level < levelsMax[scope] ? newGroupIn(operator, scope) : null;
  const names = begunOf[scope];
  if (names.length === 1)
    return (
      <div className={own.acts}>
        <AddButton text={words.addComparison} onClick={() => onAdd(begunCondition('comparison'))} />
        {group === null ? null : <AddButton text={words.addGroup} onClick={() => onAdd(group)} />}
      </div>
    );
  return (
    <div className={own.acts}>
      <Menu.Root>
        <Menu.Trigger className={css.btn} data-small>
          <Plus size={14} /> {scope === 'lines' ? words.addLine : words.add}
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner sideOffset={6} align="start" className={popupCss.positioner}>
            <Menu.Popup className={popupCss.popup} finalFocus={() => focusAfter() ?? true}>
              {names.map((name) => (
                <Menu.Item key={name} className={popupCss.choice} onClick={() => onAdd(begunCondition(name))}>
                  {words.begin[name]}
                </Menu.Item>
              ))}
              {group === null ? null : (
                <Menu.Item className={popupCss.choice} onClick={() => onAdd(group)}>
                  {words.addGroup}
                </Menu.Item>
              )}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </div>
  );
}

interface BeginProps {
  readonly scope: ConditionScope;
  readonly onBegin: (condition: Json) => void;
}

/** Offers all conditions next to each other, for the first one of a tree. */
export function BeginConditions({ scope, onBegin }: BeginProps) {
  const names: readonly BegunCondition[] = begunOf[scope];
  return (
    <ul className={own.acts}>
      {names.map((name) => (
        <li key={name}>
          <AddButton text={words.begin[name]} onClick={() => onBegin(begunCondition(name))} />
        </li>
      ))}
    </ul>
  );
}
