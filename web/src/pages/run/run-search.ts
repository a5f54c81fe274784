/** What of a run is looked at; all of it is in the address, so that a reload or a link shows the same. */
export type RunPlace = {
  /** The pipeline node whose child is on the canvas; the run itself without one. */
  inside?: string;
  /** The node or delegation in the inspector, by its path. */
  at?: string;
  /** The step of it in the inspector: `turn-2.call-0`. */
  step?: string;
  /** The moment that is looked at, in milliseconds since the run began; without one, the run as it is. */
  t?: number;
  /** What a narrow window shows. */
  view?: RunViewName;
  /** What is open over the page when one comes to it: a retry, or one with the live versions of what runs. */
  dialog?: DialogName;
};

const dialogNames = ['retry', 'retry-latest'] as const;
type DialogName = (typeof dialogNames)[number];

export const runViewNames = ['details', 'timeline', 'canvas'] as const;
export type RunViewName = (typeof runViewNames)[number];

/** What an address says; what it cannot mean is left out. */
export function runPlaceOf(search: Record<string, unknown>): RunPlace {
  const { inside, at, step, t, view, dialog } = search;
  return {
    ...(isText(inside) && { inside }),
    ...(isText(at) && { at }),
    ...(isText(at) && isText(step) && { step }),
    ...(isMoment(t) && { t }),
    ...(runViewNames.includes(view as RunViewName) && { view: view as RunViewName }),
    ...(dialogNames.includes(dialog as DialogName) && { dialog: dialog as DialogName }),
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isMoment(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
