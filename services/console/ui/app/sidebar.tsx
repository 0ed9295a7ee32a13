import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { BookOpen, ChevronsUpDown, LogOut, MonitorX, Search, UserRound } from 'lucide-react';
import { useState } from 'react';
import icon from '../icon.svg';
import { shortId } from '../model/short-id.ts';
import { type Choices, ChoiceMenu } from '../parts/dialogs/choice-menu.tsx';
import { Name } from '../parts/names/name.tsx';
import { wordOf, words } from '../words/index.ts';
import { openFind } from './find.ts';
import { listedPage, useListedPages } from './listed-pages.ts';
import { modeIn, searchOf, useMode } from './mode.ts';
import { missingPermission } from './permissions.ts';
import { useChoose, useSession } from './session.tsx';
import { signOut, SignOutEverywhere } from './sign-in.tsx';
import { applyTheme, keptTheme, themes } from './theme.ts';
import { useWarningCounts } from './warning-counts.ts';
import { signInWords } from './words.ts';
import * as css from '../styles/common.module.css';
import * as own from './sidebar.module.css';

export function Sidebar() {
  return (
    <>
      <TenantButton />
      <ModeSwitch />
      <button type="button" className={own.find} onClick={openFind}>
        <Search size={15} /> {words.find} <kbd>{words.findKeys}</kbd>
      </button>
      <Navigation />
      <footer>
        <ReferenceLink />
        <PersonButton />
        <SignOutButton />
      </footer>
    </>
  );
}

/** The list to which what is shown belongs: a thing of one environment is none of another. */
const useListPath = (): string => {
  const { pathname } = useLocation();
  return listedPage(useListedPages(), pathname)?.path ?? '/';
};

function TenantButton() {
  const { tenantId, local } = useSession();
  const choose = useChoose();
  const navigate = useNavigate();
  const list = useListPath();
  const choices: Choices = {
    label: words.tenant,
    chosen: tenantId,
    options: (local?.tenants ?? []).map(({ id, name }) => ({ value: id, text: name })),
    // A member of one tenant is none of another.
    onChoose: (id) => void navigate({ to: list, search: modeIn }).then(() => choose({ tenantId: id })),
  };
  if (local === undefined)
    return (
      <div className={own.tenant}>
        <TenantText />
      </div>
    );
  return (
    <ChoiceMenu trigger={<button type="button" className={own.tenant} />} groups={[choices]}>
      <TenantText />
      <ChevronsUpDown size={15} className={`${css.faint} ${css.push}`} />
    </ChoiceMenu>
  );
}

function TenantText() {
  const { tenantId, tenantName } = useSession();
  return (
    <>
      <img src={icon} alt="" />
      <span className={own.tenantText}>
        <b>
          <Name text={tenantName} />
        </b>
        <small>{shortId(tenantId)}</small>
      </span>
    </>
  );
}

function ModeSwitch() {
  const mode = useMode();
  const { modes } = useSession();
  const navigate = useNavigate();
  const list = useListPath();
  // A token of a provider is of one environment.
  if (modes.length === 1) return null;
  return (
    <div className={own.mode} role="group" aria-label={words.mode}>
      {modes.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={mode === one}
          // A member of one environment is none of the other: the list is where both begin.
          onClick={() => {
            if (one !== mode) void navigate({ to: list, search: searchOf(one) });
          }}
        >
          <span className={one === 'live' ? `${css.dot} ${css.ok}` : `${css.dot} ${css.warn}`} />
          {words[one]}
        </button>
      ))}
    </div>
  );
}

function Navigation() {
  const { permissions } = useSession();
  const shown = useListedPages().filter(
    ({ operations }) => missingPermission(operations, permissions) === null,
  );
  const groups = [...new Set(shown.map(({ group }) => group))];
  const warnings = useWarningCounts();
  return (
    <nav className={own.nav} aria-label={words.menu}>
      {groups.map((group) => (
        <div key={group}>
          {group === 'first' ? null : <h2 className={own.group}>{words.groups[group]}</h2>}
          {shown
            .filter((page) => page.group === group)
            .map(({ path, name, icon: Icon }) => (
              <Link
                key={path}
                to={path}
                search={modeIn}
                activeOptions={{ exact: path === '/', includeSearch: false }}
                activeProps={{ 'aria-current': 'page' }}
              >
                <Icon size={16} /> {name}
                <Waiting count={warnings[path]} />
              </Link>
            ))}
        </div>
      ))}
    </nav>
  );
}

/** A red number stands only where somebody must act. */
function Waiting({ count }: { readonly count: string | undefined }) {
  if (count === undefined) return null;
  return (
    <span className={`${own.waiting} ${css.num}`}>
      {count} <span className={css.vh}>{words.waiting}</span>
    </span>
  );
}

function ReferenceLink() {
  const { links } = useSession();
  return (
    <span className={own.nav}>
      <a href={links.reference} target="_blank" rel="noreferrer">
        <BookOpen size={16} /> {words.reference} <span className={css.vh}>{words.newTab}</span>
      </a>
    </span>
  );
}

function PersonButton() {
  const { person, local, canSignOut = false } = useSession();
  const choose = useChoose();
  const [isLeaving, setIsLeaving] = useState(false);
  const [theme, setTheme] = useState(keptTheme);
  const scopes: readonly Choices[] =
    local === undefined
      ? []
      : [
          {
            label: words.scope,
            chosen: local.scope,
            options: local.scopes.map((scope) => ({ value: scope, text: wordOf(words.scopes, scope) })),
            onChoose: (scope) => void choose({ scope }),
          },
        ];
  const colours: Choices = {
    label: words.theme,
    chosen: theme,
    options: themes.map((one) => ({ value: one, text: words.themes[one] })),
    onChoose: (value) => {
      const chosen = themes.find((one) => one === value) ?? 'system';
      applyTheme(chosen);
      setTheme(chosen);
    },
  };
  const everywhere = {
    text: signInWords.everywhere,
    icon: <MonitorX size={15} />,
    onClick: () => setIsLeaving(true),
  };
  return (
    <>
      <ChoiceMenu
        trigger={<button type="button" className={own.me} />}
        groups={scopes.concat(colours)}
        actions={canSignOut ? [everywhere] : []}
      >
        <UserRound size={16} /> {person.name ?? words.localPerson}
      </ChoiceMenu>
      <SignOutEverywhere isOpen={isLeaving} onClose={() => setIsLeaving(false)} />
    </>
  );
}

function SignOutButton() {
  const { canSignOut = false } = useSession();
  if (!canSignOut) return null;
  return (
    <button type="button" className={own.me} onClick={() => void signOut()}>
      <LogOut size={16} /> {signInWords.signOut}
    </button>
  );
}
