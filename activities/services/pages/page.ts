export type PageLink = { text: string; url: string };

/** What is to be read of a page. Null is what it does not say. */
export type Page = {
  title: string | null;
  byline: string | null;
  siteName: string | null;
  /** ISO 8601 time. */
  publishedAt: string | null;
  language: string | null;
  /** Whether an article was found; else the text is that of the whole page. */
  isArticle: boolean;
  text: string;
  /** Whether the text goes on. */
  isCut: boolean;
  links: PageLink[];
};

export type PageSource = {
  html: Uint8Array;
  /** The content type as it was sent, with its charset. */
  contentType: string;
  url: string;
  maximumCharacters: number;
  maximumLinks: number;
};

/** Reads a page, without running its scripts or loading what it names. */
export type ReadPage = (source: PageSource, signal: AbortSignal) => Promise<Page>;

/** A page that cannot be read, and why. */
export class UnreadablePage extends Error {
  override readonly name = 'UnreadablePage';
}
