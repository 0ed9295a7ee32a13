import type { Schemas } from '@loyalty/client';
import { endsSoonIn } from '../../model/api-keys.ts';
import { pointsText } from '../../model/numbers/figures.ts';
import { dayText, utcDay } from '../../model/times/times.ts';
import { Chip } from '../../parts/texts/chip.tsx';
import { wordOf } from '../../words/index.ts';
import { keyWords } from '../../words/keys.ts';

type ApiKey = Schemas['ApiKey'];

const tones = { ACTIVE: 'ok', EXPIRED: 'line', REVOKED: 'bad' } as const;

/** Shows the state of a key, and whether somebody should act. */
export function KeyStateChips({ apiKey }: { readonly apiKey: ApiKey }) {
  const { state, replacedBy } = apiKey;
  const soon = endsSoonIn(apiKey, new Date().toISOString());
  return (
    <>
      <Chip tone={tones[state]} hasDot>
        {wordOf(keyWords.states, state)}
      </Chip>
      {replacedBy === null ? null : <Chip tone="line">{keyWords.exchanged}</Chip>}
      {soon === null ? null : <Chip tone="warn">{keyWords.endsIn(soon)}</Chip>}
    </>
  );
}

/** Returns the name of a role; for other keys the number of permissions. */
export const mayDoText = ({ role, permissions }: ApiKey): string =>
  role === null
    ? permissions.length === 1
      ? (permissions[0] ?? '')
      : keyWords.permissionCount(pointsText(permissions.length))
    : wordOf(keyWords.roles, role);

export const usedText = ({ usedPermissions, permissions }: ApiKey): string =>
  usedPermissions.length === 0
    ? keyWords.usedNone
    : keyWords.usedOf(pointsText(usedPermissions.length), pointsText(permissions.length));

export const lastUseText = ({ lastUsedOn }: ApiKey): string =>
  lastUsedOn === null
    ? keyWords.never
    : lastUsedOn === utcDay(new Date().toISOString())
      ? keyWords.today
      : dayText(lastUsedOn);

export const endText = ({ expiresAt }: ApiKey): string =>
  expiresAt === null ? keyWords.noEnd : dayText(expiresAt);
