/** Authors (D303): as bytes that stand in rows and headers of messages, and as the API shows them. */

export {
  type Author,
  authorBytesOf,
  authorIn,
  authorKeyOf,
  jobAuthor,
  packAuthors,
  sentAuthor,
} from './authors/author.ts';
export {
  type Act,
  type AuthoredRow,
  type AuthorRecord,
  readActs,
  readAuthors,
  readTransactionActs,
} from './authors/read-authors.ts';
