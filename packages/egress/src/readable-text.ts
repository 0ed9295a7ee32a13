/**
 * The body of an answer as a text that can be stored and shown: UTF-8, what is none replaced by U+FFFD, without NUL, which
 * Postgres refuses, and without other control characters but tabs and line ends.
 */
export const readableText = (body: Buffer): string => body.toString('utf8').replace(/[^\P{Cc}\t\n\r]/gu, '');
