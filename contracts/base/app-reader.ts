/** The user for whom the pages of the app read data. */
export const appReader = 'app';
