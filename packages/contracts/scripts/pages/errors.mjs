// The pages of errors, as Markdown: a list of all, and one page for each with what a caller does about it.
import { cell, slugOf } from '../derived-text.mjs';

const errorPath = (code) => `docs/errors/${slugOf(code)}`;

/** Whether the same request may be sent again, by what is known of the request and of the cause. */
const repeatOf = ({ code, status, retryAfterS }) => {
  if (status === 500)
    return [
      'with its reference',
      'Yes, with the same bytes and the same reference, which is never executed twice. It is not known whether the request was executed: if it has no reference, check that first.',
    ];
  if (code === 'TRANSACTION_NOT_FOUND') return ['yes', 'Yes. Reading changes nothing.'];
  if (retryAfterS !== undefined || [408, 429, 503].includes(status))
    return [
      'yes, after a pause',
      `Yes, with the same bytes and the same reference. Wait for as many seconds as the header \`Retry-After\` says${status === 408 ? ', if there is one' : ''}. Wait longer after each attempt, and let each till wait for a different time.`,
    ];
  return [
    'no',
    'Not unchanged: the same request gets the same response until the cause is gone. Nothing was executed.',
  ];
};

/** The list of all errors. */
export const errorsText = ({ typeBase, errors }) => `# Errors

Every error is a JSON object with the content type \`application/problem+json\` (RFC 9457). Programs should go by its \`code\`; \`title\`
and \`detail\` are for people and may be reworded. \`context\` is always an object. \`requestId\` is also in the header \`X-Request-Id\`:
quote it when you ask for support.

\`\`\`json
{
  "type": "${typeBase}member-suspended",
  "title": "The member is suspended",
  "status": 403,
  "detail": "A suspended member can neither earn nor redeem points. Reinstate the member first.",
  "code": "MEMBER_SUSPENDED",
  "requestId": "3f0e3c1c-7a51-4c38-9d53-1f6a1a5f3b77",
  "context": {}
}
\`\`\`

\`type\` names the error and is not an address to open. The header \`Link\` of each error response, with \`rel="help"\`, leads to the page of
the error here.

| Code | Status | What it means | Send it again? |
| --- | --- | --- | --- |
${errors.map((error) => `| [\`${error.code}\`](page:${errorPath(error.code)}) | ${error.status} | ${cell(error.title)} | ${repeatOf(error)[0]} |`).join('\n')}
`;

/** The page of one error. */
const errorText = (typeBase, error) => {
  const { code, status, title, detail, advice, context = {} } = error;
  const members = Object.entries(context).map(([name, meaning]) => `- \`${name}\`: ${meaning}`);
  return `# ${code}

Status ${status}: ${title}.

## What it means

${detail}

## What to do

${advice}

## May the same request be sent again?

${repeatOf(error)[1]} The guide has [a till's retry loop](page:docs/guide#a-tills-retry-loop).

## What its context holds

${members.length === 0 ? 'Nothing: `context` is an empty object.' : members.join('\n')}

Its \`type\` is \`${typeBase}${slugOf(code)}\`. [All errors](page:docs/errors).
`;
};

/** A page for each error. */
export const errorTexts = ({ typeBase, errors }) =>
  errors.map((error) => ({
    path: errorPath(error.code),
    title: error.code,
    description: `${error.status} ${error.code}: ${error.title}. What it means and what to do.`,
    markdown: errorText(typeBase, error),
  }));
