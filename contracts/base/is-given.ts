/** Whether a field has a value: null and undefined leave it out. No zod here: workflows may load it. */
export function isGiven<Value>(value: Value): value is NonNullable<Value> {
  return value !== undefined && value !== null;
}
