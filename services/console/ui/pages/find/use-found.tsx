import type { Schemas } from '@loyalty/client';
import { useRouter } from '@tanstack/react-router';
import { Gift, Layers, Megaphone, Phone, Receipt, UserRound, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { useDebounced } from '../../api/use-debounced.ts';
import { useListedPages } from '../../app/listed-pages.ts';
import { missingPermission } from '../../app/permissions.ts';
import { useSession } from '../../app/session.tsx';
import { isCountryMissing } from '../../model/national-number.ts';
import { rewardNameOf } from '../../model/reward-name.ts';
import { findWords as words } from './words.ts';
import { wordOf, words as all } from '../../words/index.ts';

export interface FoundThing {
  /** A key that is unique in the whole list. */
  readonly key: string;
  readonly group: keyof typeof words.groups;
  readonly icon: ReactNode;
  readonly text: string;
  readonly detail?: string;
  readonly to: string;
  readonly search?: object;
}

/** This is longer than the time between two keys of a person who types. */
const typedMs = 250;
/** Nearly everything contains fewer letters. */
const lettersMin = 2;
const membersMax = 6;
const namedMax = 4;
const rarelyMs = 60_000;

/**
 * Returns what contains these letters. It asks once the typing pauses, and never shows results for letters
 * other than those that are typed now.
 */
export const useFound = (typed: string) => {
  const text = typed.trim();
  const { asked, isAllowed } = useAsked(text);
  const searched = useSearched(asked);
  const named = useNamed(asked);
  const pages = usePages();
  const things = pagesWith(pages, text);
  const seesSettings = pages.some(({ to }) => to === '/settings');
  const isPending = searched.isPending || named.isPending;
  if (asked === '' || isPending)
    return { things, isPending: isAllowed && text.length >= lettersMin, isFailed: false };
  const { members, rewards } = searched;
  return {
    things: membersOf(searched, asked).concat(
      rewards.map(rewardThing),
      named.things,
      things,
      [receiptThing(asked)],
      countryThings(asked, members, seesSettings),
    ),
    isPending,
    isFailed: searched.isError || named.isFailed,
  };
};

/** Empty until the typing pauses, and for who may not read. */
const useAsked = (text: string): { readonly asked: string; readonly isAllowed: boolean } => {
  const { permissions } = useSession();
  const paused = useDebounced(text, typedMs);
  const isAllowed =
    missingPermission(['listMembers', 'listLedgerEntries', 'listRewards'], permissions) === null;
  const isAsked = isAllowed && paused === text && text.length >= lettersMin;
  return { asked: isAsked ? text : '', isAllowed };
};

const useSearched = (asked: string): Searched => {
  const isEnabled = asked !== '';
  const members = useOperation('listMembers', { search: asked, limit: membersMax + 1 }, { isEnabled });
  // A search knows members by their first reference alone.
  const byReference = useOperation('listMembers', { ref: asked }, { isEnabled });
  const rewards = useOperation('listRewards', { code: asked, limit: 1 }, { isEnabled });
  const reads = [members, byReference, rewards];
  return {
    members: members.data,
    byReference: byReference.data?.members ?? [],
    rewards: rewards.data?.rewards ?? [],
    isPending: reads.some((read) => read.isPending),
    isError: reads.some((read) => read.isError),
  };
};

interface Searched {
  readonly members: Schemas['MemberList'] | undefined;
  readonly byReference: readonly Schemas['Member'][];
  readonly rewards: readonly Schemas['Reward'][];
  readonly isPending: boolean;
  readonly isError: boolean;
}

const membersOf = ({ members, byReference }: Searched, text: string): readonly FoundThing[] => {
  const found = members?.members ?? [];
  const others = byReference.filter(({ id }) => found.every((member) => member.id !== id));
  const all = found.length <= membersMax ? [] : [allMembersThing(text)];
  return [...others, ...found.slice(0, membersMax)].map(memberThing).concat(all);
};

const memberThing = ({ id, name, externalRef, matchedReference }: Schemas['Member']): FoundThing => {
  const isOther = matchedReference !== undefined && matchedReference !== externalRef;
  const detail = isOther ? words.byReference(matchedReference) : externalRef;
  return {
    key: id,
    group: 'members',
    icon: <UserRound size={16} />,
    text: name ?? externalRef,
    ...((name !== null || isOther) && { detail }),
    to: `/members/${id}`,
  };
};

const allMembersThing = (text: string): FoundThing => ({
  key: 'members',
  group: 'members',
  icon: <Users size={16} />,
  text: words.allMembers(text),
  to: '/members',
  search: { q: text },
});

const rewardThing = (reward: Schemas['Reward']): FoundThing => ({
  key: reward.id,
  group: 'rewards',
  icon: <Gift size={16} />,
  text: rewardNameOf(reward, {
    typeOf: (type) => wordOf(all.member.rewardTypes, type),
    off: all.member.off,
  }),
  detail: wordOf(all.member.rewardStates, reward.state),
  to: `/members/${reward.memberId}`,
  search: { tab: 'rewards' },
});

/** The API finds receipts by their whole reference: looked for when it is chosen, not on every pause. */
const receiptThing = (ref: string): FoundThing => ({
  key: 'receipt',
  group: 'receipts',
  icon: <Receipt size={16} />,
  text: words.receipt(ref),
  to: '/why',
  search: { receipt: ref },
});

/**
 * Says why a telephone number is not found. It is the last thing, because digits may be anything else as well.
 * Members says the same to who may see no settings.
 */
const countryThings = (
  text: string,
  list: Schemas['MemberList'] | undefined,
  seesSettings: boolean,
): readonly FoundThing[] => {
  if (list?.members.length !== 0 || !isCountryMissing(text, list)) return [];
  const place = seesSettings ? { to: '/settings' } : { to: '/members', search: { q: text } };
  return [{ key: 'country', group: 'pages', icon: <Phone size={16} />, text: all.noCountry, ...place }];
};

const usePages = (): readonly FoundThing[] => {
  const { permissions } = useSession();
  return useListedPages()
    .filter(({ operations }) => missingPermission(operations, permissions) === null)
    .map(({ path, name, icon: Icon }) => ({
      key: path,
      group: 'pages',
      icon: <Icon size={16} />,
      text: name,
      to: path,
    }));
};

const has = (text: string, letters: string): boolean =>
  text.toLocaleLowerCase().includes(letters.toLocaleLowerCase());

const pagesWith = (things: readonly FoundThing[], letters: string): readonly FoundThing[] =>
  things.filter(({ text }) => has(text, letters));

/**
 * Campaigns and segments by name, where this console has their pages. The API searches campaigns; segments are
 * at most 1,000, and are read as a whole.
 */
const useNamed = (letters: string) => {
  const { routesByPath } = useRouter();
  const { permissions } = useSession();
  const isAllowed = missingPermission(['listCampaigns', 'listSegments'], permissions) === null;
  const isAsked = letters !== '' && isAllowed;
  const campaigns = useOperation(
    'listCampaigns',
    { q: letters, limit: namedMax + 1 },
    { isEnabled: isAsked && '/campaigns/$campaignId' in routesByPath },
  );
  const segments = useOperation(
    'listSegments',
    {},
    { isEnabled: isAsked && '/segments' in routesByPath, staleMs: rarelyMs },
  );
  const segmentPath = '/segments/$segmentId' in routesByPath ? '/segments/' : null;
  const named = (segments.data?.segments ?? []).filter(({ name }) => has(name, letters));
  return {
    things: isAsked
      ? campaignsOf(campaigns.data?.campaigns ?? [], letters).concat(segmentsOf(named, segmentPath))
      : [],
    isPending: campaigns.isLoading || segments.isLoading,
    isFailed: campaigns.isError || segments.isError,
  };
};

const campaignsOf = (campaigns: readonly Schemas['Campaign'][], text: string): readonly FoundThing[] =>
  campaigns
    .slice(0, namedMax)
    .map(({ id, name }): FoundThing => ({
      key: id,
      group: 'campaigns',
      icon: <Megaphone size={16} />,
      text: name,
      to: `/campaigns/${id}`,
    }))
    .concat(
      campaigns.length <= namedMax
        ? []
        : [
            {
              key: 'campaigns',
              group: 'campaigns',
              icon: <Megaphone size={16} />,
              text: words.allCampaigns(text),
              to: '/campaigns',
              search: { q: text },
            },
          ],
    );

const segmentsOf = (segments: readonly Schemas['Segment'][], path: string | null): readonly FoundThing[] =>
  segments.slice(0, namedMax).map(({ id, name }) => ({
    key: id,
    group: 'segments',
    icon: <Layers size={16} />,
    text: name,
    to: path === null ? '/segments' : `${path}${id}`,
  }));
