import { isJsonObject } from '../../../contracts/base/json.ts';
import type { Json } from '../../../contracts/base/json.ts';
import { dayOfMoment } from '../../../contracts/tools/moment.ts';
import type { Moment } from '../../../contracts/tools/moment.ts';

/** An answer that is as of a later time than its run, such as a page of the web, says so first in its notice. */
export function noteLater(output: Json, moment: Moment | undefined): Json {
  if (!moment || !isJsonObject(output)) return output;
  const { asOf, notice } = output;
  const isLater = typeof asOf === 'string' && Date.parse(asOf) > Date.parse(moment.asOf);
  if (!isLater) return output;
  const warning =
    `This is as of ${dayOfMoment({ asOf })}, but the run is as of ${dayOfMoment(moment)} (${moment.reason}): it ` +
    'was not known then, so do not base decisions on it';
  return {
    ...output,
    notice: typeof notice === 'string' ? `${warning}. ${notice}` : `${warning}.`,
  };
}
