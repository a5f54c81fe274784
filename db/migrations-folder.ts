import { fileURLToPath } from 'node:url';

/** Where the steps lie that bring a database's schema up to date. */
export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));
