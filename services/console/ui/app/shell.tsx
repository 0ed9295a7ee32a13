import { Dialog } from '@base-ui/react/dialog';
import { Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { FlaskConical, Menu as MenuIcon, Search, X } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import icon from '../icon.svg';
import { Toasts } from '../parts/dialogs/toasts.tsx';
import { Name } from '../parts/names/name.tsx';
import { ApiBand } from '../parts/page/problem.tsx';
import { Chip } from '../parts/texts/chip.tsx';
import { words } from '../words/index.ts';
import { InCurrency } from './currency.tsx';
import { openFind, useFind, useFindKeys } from './find.ts';
import { searchOf, useMode } from './mode.ts';
import { useSession } from './session.tsx';
import { Sidebar } from './sidebar.tsx';
import * as css from '../styles/common.module.css';
import * as own from './shell.module.css';
import * as dialogCss from '../parts/dialogs/dialog.module.css';

/** The frame of every page. */
export function Shell() {
  useFindKeys();
  const mode = useMode();
  const { modes } = useSession();
  const [first = mode] = modes;
  if (!modes.includes(mode)) return <Navigate to="/" search={searchOf(first)} replace />;
  return (
    <div className={own.app}>
      <a className={own.skip} href="#content">
        {words.skip}
      </a>
      {mode === 'test' ? <TestBar /> : null}
      <aside className={own.side} aria-label={words.menu}>
        <Sidebar />
      </aside>
      <TopBar />
      <div className={own.stage}>
        <ApiBand />
        <InCurrency>
          <Outlet />
        </InCurrency>
      </div>
      <Toasts />
      <Find />
    </div>
  );
}

const FindDialog = lazy(() =>
  import('../pages/find/find-dialog.tsx').then(({ FindDialog: component }) => ({ default: component })),
);

/** Loaded when it is opened first. */
function Find() {
  const { isOpen } = useFind();
  return isOpen ? (
    <Suspense>
      <FindDialog />
    </Suspense>
  ) : null;
}

function TestBar() {
  return (
    <section className={own.testbar} aria-label={words.mode}>
      <FlaskConical size={13} />
      <span className={css.hidePhone}>{words.testBar}</span>
      <span className={css.onlyPhone}>{words.testBarShort}</span>
    </section>
  );
}

function TopBar() {
  const { tenantName } = useSession();
  const mode = useMode();
  return (
    <header className={own.topbar}>
      <img src={icon} alt="" width={26} height={26} />
      <b>
        <Name text={tenantName} />
      </b>
      <Chip tone={mode === 'live' ? 'ok' : 'warn'} hasDot>
        {words[mode]}
      </Chip>
      <div className={own.acts}>
        <button
          type="button"
          className={css.btn}
          data-kind="quiet"
          data-square
          aria-label={words.find}
          onClick={openFind}
        >
          <Search size={18} />
        </button>
        <Drawer />
      </div>
    </header>
  );
}

/** The sidebar on a phone; it closes when the page changes. */
function Drawer() {
  const [isOpen, setOpen] = useState(false);
  const { href } = useLocation();
  useEffect(() => setOpen(false), [href]);
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger className={css.btn} data-kind="quiet" data-square aria-label={words.menu}>
        <MenuIcon size={18} />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogCss.backdrop} />
        <Dialog.Popup className={own.drawer}>
          <div className={own.drawerHead}>
            <Dialog.Title className={css.vh}>{words.menu}</Dialog.Title>
            <Dialog.Close className={css.btn} data-kind="quiet" data-square aria-label={words.close}>
              <X size={18} />
            </Dialog.Close>
          </div>
          <Sidebar />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
