/** What is said of a call with a side effect that broke off, so that nobody knows whether it was carried out. */
export const inDoubt = 'It may have been executed. Check before you repeat it.';
