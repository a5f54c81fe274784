import type { DomainNote } from './domain.ts';
import { domains } from './domains.ts';

/** What domains say of how they are set up: workers publish the texts. */
export const domainNotes: readonly DomainNote[] = domains.flatMap((domain) => domain.notes);
