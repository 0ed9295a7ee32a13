/**
 * Returns a response's body as a text that can be stored and shown. It is UTF-8, with invalid bytes replaced by U+FFFD. NUL,
 * which Postgres refuses, and other control characters except tabs and line ends are removed.
 */
export const readableText = (body: Buffer): string => body.toString('utf8').replace(/[^\P{Cc}\t\n\r]/gu, '');
