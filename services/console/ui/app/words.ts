/** The texts of signing in and out. */
export const signInWords = {
  title: 'Sign in again',
  ended: 'Your session has ended. Sign in again in a new tab; what you typed here is kept.',
  fresh:
    'This action needs a sign-in from the last five minutes, so that no one else can do it from your browser. Sign in again in a new tab, then come back and repeat the action; what you typed is kept.',
  signIn: 'Sign in',
  notNow: 'Not now',
  signedInTitle: 'You are signed in',
  signedIn: 'Close this tab and continue in the first one.',
  toConsole: 'Go to the console',
  signOut: 'Sign out',
  everywhere: 'Sign out everywhere',
  everywhereAbout:
    'This ends your sessions in all browsers, including this one. Sign in again wherever you want to continue.',
  everywhereFailed:
    'You are still signed in, because the console could not end your sessions. Try again in a minute.',
  signedOutTitle: 'You are signed out',
  signedOut: 'No one can continue in this browser without signing in again.',
};
