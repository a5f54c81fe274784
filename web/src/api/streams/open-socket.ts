/** A WebSocket to this server; the session's cookie comes along by itself. */
export function openSocket(path: string, after: string | undefined): WebSocket {
  const address = new URL(path, location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  if (after !== undefined) address.searchParams.set('after', after);
  return new WebSocket(address);
}

/** Calls back when a connection is likely to succeed again. */
export function onceBack(hear: () => void): void {
  addEventListener('online', hear);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') hear();
  });
}
