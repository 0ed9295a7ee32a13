import { useNavigate, useSearch } from '@tanstack/react-router';
import { SlidersHorizontal } from 'lucide-react';
import { given } from '../../../model/address.ts';
import { ChoiceMenu } from '../../../parts/dialogs/choice-menu.tsx';
import * as css from '../../../styles/common.module.css';

interface TypeFilterProps {
  readonly label: string;
  readonly all: string;
  readonly types: Readonly<Record<string, string>>;
}

/** A filter for a tab's list, which is in the address. */
export function TypeFilter({ label, all, types }: TypeFilterProps) {
  const chosen = useChosenType(types) ?? '';
  const navigate = useNavigate({ from: '/members/$memberId' });
  const options = [{ value: '', text: all }].concat(
    Object.entries(types).map(([value, text]) => ({ value, text })),
  );
  const onChoose = (value: string): void =>
    void navigate({
      search: (search) => given({ ...search, type: value === '' ? undefined : value }),
      replace: true,
      resetScroll: false,
    });
  return (
    <ChoiceMenu
      trigger={<button type="button" className={`${css.btn} ${css.push}`} data-small />}
      groups={[{ label, chosen, options, onChoose }]}
    >
      <SlidersHorizontal size={14} /> {chosen === '' ? all : types[chosen]}
    </ChoiceMenu>
  );
}

/** Returns the chosen type; undefined if none is chosen, or one that the list does not have. */
export const useChosenType = <Type extends string>(
  types: Readonly<Record<Type, string>>,
): Type | undefined => {
  const { type } = useSearch({ from: '/members/$memberId' });
  return (Object.keys(types) as Type[]).find((one) => one === type);
};
