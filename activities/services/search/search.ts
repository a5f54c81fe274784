export type SearchResult = { title: string; url: string; snippet: string };

export type SearchAnswer = {
  /** A direct answer or a summary, with where it is from; null where there is none. */
  answer: { text: string; source: string; url: string | null } | null;
  results: SearchResult[];
  /** Who is to be named where the results are shown. */
  attribution: string;
};

/** One place where the web is searched. */
export interface WebSearch {
  /**
   * @param request.limit of the results.
   * @throws {ToolRefused} `RATE_LIMIT` where too much is asked for at once, with the time until it may be asked again.
   * @throws {NetworkError} and {@link ToolError} where it does not respond.
   */
  search(request: { query: string; limit: number; signal: AbortSignal }): Promise<SearchAnswer>;
}
