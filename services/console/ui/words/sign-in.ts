/** Texts of signing in and out. */
export const signInWords = {
  title: 'Sign in again',
  ended: 'Your session has ended. Sign in in a second tab: what you typed here stays.',
  fresh:
    'So that nobody else can do this from your browser, it needs a sign-in of the last five minutes. Sign in in a second tab, then do it again here: what you typed stays.',
  signIn: 'Sign in',
  notNow: 'Not now',
  signedInTitle: 'You are signed in',
  signedIn: 'Close this tab, and go on in the first one.',
  toConsole: 'Go to the console',
  signOut: 'Sign out',
  everywhere: 'Sign out everywhere',
  everywhereAbout:
    'This ends your sessions in all browsers, this one included. Sign in again wherever you want to go on.',
  everywhereFailed:
    'You are still signed in. The console could not end your sessions: try again in a minute.',
  signedOutTitle: 'You are signed out',
  signedOut: 'Nobody can go on from this browser without signing in.',
};
