import type { Schemas } from '@loyalty/client';
import { type SettingName, upcomingText } from './settings.ts';
import * as css from '../../styles/common.module.css';

interface UpcomingTextsProps {
  readonly name: SettingName;
  readonly upcoming: Schemas['SettingsRecord']['upcoming'];
}

/** Says from when on a value of a setting acts that was loosened. */
export function UpcomingTexts({ name, upcoming }: UpcomingTextsProps) {
  return upcoming
    .filter(({ setting }) => setting === name)
    .map((next) => (
      <div key={next.from} className={`${css.small} ${css.faint}`}>
        {upcomingText(next)}
      </div>
    ));
}
