/** Authors (D303): as bytes that stand in rows and headers of messages, and as the API shows them. */

export { authorBytesOf, authorKeyOf, jobAuthor, sentAuthor } from './authors/author.ts';
export { type Act, readActs, readTransactionActs } from './authors/read-authors.ts';
