/** Texts of signing in and out. */
export const signInWords = {
  title: 'Sign in again',
  ended: 'Your session has ended. Sign in in a second tab: what you typed here stays.',
  fresh:
    'Nobody else may do this from your browser, so it needs a sign-in of the last five minutes. Sign in in a second tab, then do it again here.',
  signIn: 'Sign in',
  notNow: 'Not now',
  signedInTitle: 'You are signed in',
  signedIn: 'Close this tab, and go on in the first one.',
  toConsole: 'Go to the console',
  signOut: 'Sign out',
  signedOutTitle: 'You are signed out',
  signedOut: 'Nobody can go on from this browser without signing in.',
};
