/** Texts of the notifications page. */
export const texts = {
  page: {
    title: 'Notifications',
    unread: 'Unread only',
    all: 'Completed runs too',
    markAllRead: 'Mark all as read',
    settings: 'Settings',
    allRead: 'No unread notifications',
    empty: 'No notifications yet',
    calm: 'Nothing needs you',
    calmNote:
      'Failures, decisions to make and alerts appear here. Tick “Completed runs too” for every run that ended.',
    emptyNote: 'Baton notifies you here when a run ends or waits for you.',
    older: 'Load older notifications',
  },
  group: {
    runs: (count: number, name: string, ending: string) => `${count} runs of ${name} ${ending}`,
    tasks: (count: number, agent: string, ending: string) => `${count} tasks of ${agent} ${ending}`,
    endings: {
      completed: 'completed',
      failed: 'failed',
      cancelled: 'were cancelled',
      timeout: 'timed out',
    },
    others: (count: number, title: string) => `${title} (${count} times)`,
    unread: (count: number) => `(${count} unread)`,
    show: 'Show all',
    hide: 'Hide',
  },
  card: {
    unread: '(unread)',
    markRead: 'Mark as read',
    markReadNamed: (title: string) => `Mark as read: ${title}`,
  },
  delivery: {
    channels: {
      webhook: 'Webhook',
      email: 'Email',
    },
    to: (channel: string, target: string) => `${channel} to ${target}:`,
    attempts: (count: number) => ` after ${count} attempts`,
    by: (title: string, channel: string) => `${title}, ${channel}`,
    sending: 'sending',
    failed: 'not delivered',
    retrying: 'not delivered yet, Baton will retry',
    resendNamed: (what: string) => `Resend: ${what}`,
    resend: 'Resend',
  },
  settings: {
    last: (target: string) => `Last delivery to ${target}:`,
    title: 'Notification settings',
    user: 'User',
    userHelp: 'Settings for notifications about the runs and tasks of this user',
    saved: (user: string) => `Saved for ${user}`,
    save: 'Save',
    webhook: 'Webhook',
    webhookHelp:
      'URL that receives each notification, signed with a key derived from BATON_WEBHOOK_SECRET. Empty: BATON_WEBHOOK_URL, if set',
    email: 'Email',
    emailHelp: 'Sent by the mail server of BATON_SMTP_URL. Empty: BATON_MAIL_TO, if set',
  },
};
