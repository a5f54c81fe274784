/** Codes of a connection that was not made, or that ended before its answer, while the address is right. */
const connectionCodes =
  /^(?:ECONNREFUSED|ECONNRESET|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|UND_ERR_SOCKET)$/;

/** Of a server that is down or overloaded; 529 is a limit. */
const statuses = new Set([500, 502, 503, 504]);

/** What servers answer with a 500 though waiting does not mend it: a model that does not load, or what was sent. */
const lasting =
  /\bmemory\b|(?:unable|failed) to load|error loading|llama runner|model .*not (?:found|supported)|unknown format|context (?:size|length|window)/i;

/** Whether a system's error says that the provider does not respond. */
export function isAwayByCode(code: string, message: string): boolean {
  // A connection that was made and then stalled may have brought a request that is billed.
  return connectionCodes.test(code) && !message.startsWith('read ETIMEDOUT');
}

/** Whether an HTTP answer says that the provider does not respond. */
export function isAwayByStatus(status: number, message: string): boolean {
  return statuses.has(status) && !(status === 500 && lasting.test(message));
}
