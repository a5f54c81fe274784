import { texts } from './texts.ts';

/** A part of the app that did not come: Baton is gone, or was built anew since this page was opened. */
class PartMissing extends Error {
  override readonly name = 'PartMissing';
}

/** What a browser, or the builder of the app, says of such a part. */
const notLoaded = /dynamically imported module|module script failed|unable to preload/i;

/** Whether a page failed as a part of the app did not come. */
export function isPartMissing(error: Error): boolean {
  return error instanceof PartMissing || notLoaded.test(error.message);
}

/**
 * Loads a page when it is opened. Where it does not come, the router must not load the whole document anew, which
 * without a server ends at the browser's own error page: that is left to what is shown in the page's place.
 */
export function loadPage<Page>(load: () => Promise<Page>): () => Promise<Page> {
  return async () => {
    try {
      return await load();
    } catch (cause) {
      throw new PartMissing(texts.partMissing, { cause });
    }
  };
}
