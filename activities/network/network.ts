/** A request to the open internet, or to a host that is allowed all the same. */
export type NetworkRequest = {
  /** @default 'GET' */
  method?: 'GET' | 'POST' | 'PUT';
  /** Names in lower case. */
  headers?: Record<string, string>;
  body?: string;
  signal: AbortSignal;
  /** How long all of it may take, redirects and body included. @default 15_000 */
  timeoutMs?: number;
  /** Bytes of the body, packed and unpacked. @default 1_000_000 */
  maximumBytes?: number;
  /** Which media types are read, such as `text/html`; left out, any. */
  accepts?: (mediaType: string) => boolean;
  /** Whether the body is of use; else the status settles it, and the connection is closed then. @default true */
  isBodyRead?: boolean;
};

export type NetworkAnswer = {
  status: number;
  /** Where the answer came from: of a redirect, its end. */
  url: string;
  /** Names in lower case; of a repeated header, its values joined by a comma. */
  headers: Record<string, string>;
  /** Such as `text/html`, in lower case; empty where it is not said. */
  mediaType: string;
  body: Buffer;
};

/** The one way to addresses that a user, a model or a page has named. */
export interface Network {
  /**
   * Sends a request. Redirects of a GET are followed, each checked as the first address was; those of others are the
   * answer.
   * @throws {NetworkError}
   */
  send(url: URL, request: NetworkRequest): Promise<NetworkAnswer>;
  close(): Promise<void>;
}
