// What all derived files have in common.
import { fileURLToPath } from 'node:url';
import prettier from 'prettier';

export const notice = (source) => `// Derived from ${source} by \`npm run derive\`. Do not edit.\n`;

/** `evaluate-request` or `dead-letters` as `evaluateRequest`, `deadLetters`. */
export const camelCase = (words) => words.replace(/[-.]([a-z])/g, (_, letter) => letter.toUpperCase());

/** The last segment of an error's type: `member-suspended` for `MEMBER_SUSPENDED`. */
export const slugOf = (code) => code.toLowerCase().replaceAll('_', '-');

export const constant = (name, value, suffix = ' as const') =>
  `export const ${name} = ${JSON.stringify(value, null, 2)}${suffix};\n`;

/** Pages are set as `npm run format` sets those of docs. */
const page = fileURLToPath(new URL('../../../docs/reference/page.md', import.meta.url));

export const markdown = async (text) =>
  prettier.format(text, { ...(await prettier.resolveConfig(page)), parser: 'markdown' });

/** A cell of a Markdown table. */
export const cell = (text) => String(text).replaceAll('|', '\\|');

export const docComment = (text, indent = '') => (text === undefined ? '' : `${indent}/** ${text} */\n`);

/** Of openapi-typescript's output, the declarations with these names. */
export const declarations = (types, names) =>
  types
    .split(/^export /m)
    .filter((block) => names.some((name) => block.startsWith(`interface ${name} {`)))
    .map((block) => `export ${block.trimEnd()}\n`)
    .join('\n');
