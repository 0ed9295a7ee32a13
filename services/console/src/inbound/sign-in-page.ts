import type { ServerResponse } from 'node:http';
import { writeText } from './exchange.ts';

interface SignInPage {
  readonly status: number;
  readonly title: string;
  /** The sentences are for the person, or for somebody to whom they send them. */
  readonly sentences: readonly string[];
  readonly again: string;
  readonly styles: readonly string[];
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
}

/**
 * Writes the page of signing in. It is the only page that is written here, because its reader has no session
 * and so no page of the console.
 */
export const writeSignInPage = (
  response: ServerResponse,
  { status, title, sentences, again, styles, headers }: SignInPage,
): void => {
  const body = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Loyalty console</title>
${styles.map((href) => `<link rel="stylesheet" href="${escaped(href)}">`).join('\n')}
</head>
<body><main class="main" id="content"><div class="card empty">
<h1>${escaped(title)}</h1>
${sentences.map((sentence) => `<p>${escaped(sentence)}</p>`).join('\n')}
<div class="empty_acts"><a class="btn" href="${escaped(again)}">Sign in again</a></div>
</div></main></body>
</html>
`;
  writeText(response, { status, body, type: 'text/html; charset=utf-8', headers });
};

const marks: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (mark) => marks[mark] ?? '');
