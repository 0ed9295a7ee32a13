import { isProblem } from '@loyalty/client';
import { type QueryClient, useMutation } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { Dialog } from '../parts/dialogs/dialog.tsx';
import { words } from '../words/index.ts';
import { forgetDrafts } from './kept-drafts.ts';
import { NotSignedIn, sessionKey } from './session.tsx';
import { signInWords } from './words.ts';
import * as css from '../styles/common.module.css';
import * as dialogCss from '../parts/dialogs/dialog.module.css';
import * as emptyCss from '../parts/lists/empty.module.css';
import * as formCss from '../parts/forms/form.module.css';
import * as problemCss from '../parts/page/problem.module.css';

/** Why a person must sign in: the session ended under the page, or is too old for what gives something away or cannot be undone. */
type Need = 'ended' | 'fresh';

/** Set once, by the page; for calls that go by no query and no mutation. */
let noted: (error: unknown) => void = () => undefined;
export const tellOfSession = (error: unknown): void => noted(error);

let need: Need | null = null;
const listeners = new Set<() => void>();

const ask = (next: Need | null): void => {
  need = next;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The channel is between the tabs of one browser. */
const channelName = 'loyalty-console-sign-in';

/** The path at which a sign-in in a second tab ends; it then notifies the first tab. */
export const signedInPath = '/signed-in';
/** The path of a page that signs nobody in. */
export const signedOutPath = '/signed-out';

/**
 * Checks each failure for a session that has ended. Locally the next read of `/session` creates another one;
 * otherwise the person signs in in a second tab, so that nothing that was typed is lost.
 */
export const watchSession = (queries: () => QueryClient): ((error: unknown) => void) => {
  const readAnew = async (): Promise<void> => {
    await queries().refetchQueries({ queryKey: sessionKey });
    if (queries().getQueryState(sessionKey)?.error instanceof NotSignedIn) return;
    ask(null);
    await queries().refetchQueries({ predicate: ({ state }) => isOver(state.error) });
  };
  new BroadcastChannel(channelName).onmessage = () => void readAnew();
  noted = (error) => {
    if (error instanceof NotSignedIn) ask(queries().getQueryData(sessionKey) === undefined ? null : 'ended');
    else if (!isProblem(error) || need !== null) return;
    else if (error.code === 'FRESH_SIGN_IN_NEEDED') ask('fresh');
    else if (error.code === 'SESSION_ENDED') void readAnew();
  };
  return noted;
};

const isOver = (error: unknown): boolean => isProblem(error) && error.code === 'SESSION_ENDED';

/** Shows over whatever is open that the person must sign in again. */
export function SignInNotice() {
  const now = useSyncExternalStore(subscribe, () => need);
  const close = () => ask(null);
  return (
    <Dialog
      title={signInWords.title}
      about={now === 'fresh' ? signInWords.fresh : signInWords.ended}
      isOpen={now !== null}
      onClose={close}
    >
      <div className={dialogCss.body}>
        <footer className={formCss.acts}>
          <span className={css.push} />
          <button type="button" className={css.btn} onClick={close}>
            {signInWords.notNow}
          </button>
          <a
            className={css.btn}
            data-kind="main"
            target="_blank"
            rel="noreferrer"
            href={`/sign-in?returnTo=${signedInPath}${now === 'fresh' ? '&fresh=1' : ''}`}
          >
            {signInWords.signIn}
          </a>
        </footer>
      </div>
    </Dialog>
  );
}

/** Shows the end of a sign-in in a second tab. */
export function SignedIn() {
  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    channel.postMessage('signed in');
    channel.close();
    // Browsers let only a tab close itself that a page opened.
    window.close();
  }, []);
  return (
    <OneNote
      title={signInWords.signedInTitle}
      detail={signInWords.signedIn}
      href="/"
      to={signInWords.toConsole}
    />
  );
}

export function SignedOut() {
  return (
    <OneNote
      title={signInWords.signedOutTitle}
      detail={signInWords.signedOut}
      href="/sign-in"
      to={signInWords.signIn}
    />
  );
}

interface OneNoteProps {
  readonly title: string;
  readonly detail: string;
  readonly href: string;
  readonly to: string;
}

function OneNote({ title, detail, href, to }: OneNoteProps) {
  return (
    <main className={css.main} id="content">
      <div className={`${css.card} ${emptyCss.empty}`}>
        <h1>{title}</h1>
        <p>{detail}</p>
        <div className={emptyCss.acts}>
          <a className={css.btn} href={href}>
            {to}
          </a>
        </div>
      </div>
    </main>
  );
}

const fromConsole = { 'X-Console': '1' };

/** Ends the session here, and at the provider if it offers that. */
export const signOut = async (): Promise<void> => {
  const response = await fetch('/sign-out', { method: 'POST', headers: fromConsole });
  forgetDrafts();
  const { url = null } = response.ok ? ((await response.json()) as { url?: string | null }) : {};
  location.assign(url ?? signedOutPath);
};

/** Throws where the sessions may go on. */
const signOutEverywhere = async (): Promise<void> => {
  const response = await fetch('/sign-out/everywhere', { method: 'POST', headers: fromConsole });
  // One that has ended already has nothing left to end here; the others may go on.
  if (!response.ok) throw new Error(`/sign-out/everywhere: ${response.status.toString()}`);
  const { url } = (await response.json()) as { readonly url: string | null };
  forgetDrafts();
  location.assign(url ?? signedOutPath);
};

interface SignOutEverywhereProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function SignOutEverywhere({ isOpen, onClose }: SignOutEverywhereProps) {
  const { mutate, isPending, isError, reset } = useMutation({ mutationFn: signOutEverywhere });
  const close = () => {
    reset();
    onClose();
  };
  return (
    <Dialog
      title={signInWords.everywhere}
      about={signInWords.everywhereAbout}
      isOpen={isOpen}
      onClose={close}
    >
      <div className={dialogCss.body}>
        {isError ? (
          <div className={problemCss.line} role="alert">
            <CircleAlert size={16} />
            <p>{signInWords.everywhereFailed}</p>
          </div>
        ) : null}
        <footer className={formCss.acts}>
          <span className={css.push} />
          <button type="button" className={css.btn} onClick={close}>
            {words.cancel}
          </button>
          <button
            type="button"
            className={css.btn}
            data-kind="danger"
            aria-busy={isPending}
            disabled={isPending}
            onClick={() => mutate()}
          >
            {signInWords.everywhere}
          </button>
        </footer>
      </div>
    </Dialog>
  );
}
