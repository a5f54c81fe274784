/** Whether this is the npm package: JavaScript, with everything built already. */
export const isBuilt = import.meta.url.endsWith('.js');
