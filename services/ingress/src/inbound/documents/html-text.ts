/** Escapes a text for a page, between tags and in attributes. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0).toString()};`);

/**
 * Returns a description as HTML. Supports the parts of Markdown that our descriptions use: paragraphs, lists, code and strong
 * words.
 */
export const proseOf = (markdown: string): string =>
  markdown
    .trim()
    .split(/\n{2,}/)
    .filter((block) => block !== '')
    .map((block) => (block.startsWith('- ') ? listOf(block) : `<p>${wordsOf(block)}</p>`))
    .join('\n');

const listOf = (block: string): string => {
  const items = block.slice(2).split(/\n- /);
  return `<ul>${items.map((item) => `<li>${wordsOf(item)}</li>`).join('')}</ul>`;
};

/** Returns one paragraph, or one cell. */
export const wordsOf = (text: string): string =>
  escaped(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>');
