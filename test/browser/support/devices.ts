/** The least that everything works on. */
export const desk = { viewport: { width: 1280, height: 800 } };

/** A phone of 390 by 844. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
