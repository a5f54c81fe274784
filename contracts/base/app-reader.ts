/** On whose behalf pages of the app read what they show. */
export const appReader = 'app';
