/** A source that did not answer, and why. */
export type FailedSource = { source: string; reason: string };

/** A source that may be asked for what was known at an earlier time. */
export type Archived = {
  name: string;
  /** The first day that it can be searched, `YYYY-MM-DD`; left out, it keeps only what is recent. */
  archiveFrom?: string | undefined;
};

/**
 * Divides sources into those that can be searched up to a time and those that cannot, with the reason.
 * @param until ISO 8601 time; left out, now, up to which all can be.
 */
export function searchable<Source extends Archived>(
  sources: readonly Source[],
  until: string | undefined,
): { able: readonly Source[]; unable: FailedSource[] } {
  if (until === undefined) return { able: sources, unable: [] };
  const reaches = ({ archiveFrom }: Source) => archiveFrom !== undefined && archiveFrom <= until;
  const unable = sources
    .filter((source) => !reaches(source))
    .map(({ name: source, archiveFrom }) => ({
      source,
      reason:
        archiveFrom === undefined
          ? 'it keeps only recent items'
          : `its archive begins on ${archiveFrom}`,
    }));
  return { able: sources.filter(reaches), unable };
}
