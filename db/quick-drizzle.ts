import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

const { resolve } = createRequire(import.meta.url);
const folder = new URL('.', pathToFileURL(resolve('drizzle-orm'))).href;

/**
 * Has what drizzle-orm imports of itself found without a look into its package.json. That has 180 KB, and Node reads it
 * anew for each of a hundred modules: 0.4 s of a start. To be called before drizzle-orm is loaded.
 */
export function loadDrizzleQuickly(): void {
  registerHooks({
    resolve(specifier, context, next) {
      if (!specifier.startsWith('.') || !context.parentURL?.startsWith(folder)) {
        return next(specifier, context);
      }
      // All of it are ES modules, which write out the names of files.
      const url = new URL(specifier, context.parentURL).href;
      return { url, format: 'module', shortCircuit: true };
    },
  });
}
