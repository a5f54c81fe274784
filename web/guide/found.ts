/** What a search of the docs looks through: a section of a page, with the address that leads to it. */
export type Found = { id: string; page: string; title: string; text: string };

/** The app finds sections by their headings. */
export type FoundHeading = Omit<Found, 'text'>;
