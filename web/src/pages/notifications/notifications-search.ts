export type NotificationsSearch = { unread?: 'true'; all?: 'true' };

const isTrue = (value: unknown): boolean => value === 'true' || value === true;

/** Whether the address asks for what is unread alone, and for runs too that ended well. */
export function notificationsSearchOf({
  unread,
  all,
}: Record<string, unknown>): NotificationsSearch {
  return { ...(isTrue(unread) && { unread: 'true' }), ...(isTrue(all) && { all: 'true' }) };
}
