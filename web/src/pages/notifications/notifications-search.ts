export type NotificationsSearch = { unread?: 'true' };

/** Whether the address asks for what is unread alone. */
export function notificationsSearchOf({ unread }: Record<string, unknown>): NotificationsSearch {
  return unread === 'true' || unread === true ? { unread: 'true' } : {};
}
