/** A source without an answer, and the reason. */
export type FailedSource = { source: string; reason: string };

/** A source that may have an archive. */
export type Archived = {
  name: string;
  /** First day of its archive, as `YYYY-MM-DD`; undefined if it keeps only recent items. */
  archiveFrom?: string | undefined;
};

/**
 * Splits sources into those that can be searched up to a time and those that cannot, with the reason.
 * @param until ISO 8601 time; undefined for now, which all sources cover.
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
