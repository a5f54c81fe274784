import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/** Writes the addresses of the modules that a program has loaded into the file that LOADED_MODULES names, at its end. */
const loaded = new Set();
registerHooks({
  load(url, context, next) {
    loaded.add(url);
    return next(url, context);
  },
});
process.on('exit', () => writeFileSync(process.env.LOADED_MODULES, JSON.stringify([...loaded])));
