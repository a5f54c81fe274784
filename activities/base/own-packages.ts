import { registerHooks } from 'node:module';

/** What files of users' own may import wherever they are: Baton itself, and what its definitions are written with. */
const offered = /^(?:baton|zod)(?:\/|$)/;

/** Has such an import found among Baton's own packages where none is installed for the file. For this thread alone. */
export function offerOwnPackages(): void {
  registerHooks({
    resolve(specifier, context, next) {
      if (!offered.test(specifier)) return next(specifier, context);
      try {
        return next(specifier, context);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code !== 'ERR_MODULE_NOT_FOUND') throw error;
        return next(specifier, { ...context, parentURL: import.meta.url });
      }
    },
  });
}
