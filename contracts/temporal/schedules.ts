const prefix = 'trigger-';

/** The id of a trigger's schedule in Temporal, and what the ids of the workflows that it starts begin with. */
export function scheduleIdOf(trigger: string): string {
  return `${prefix}${trigger}`;
}

/** The trigger of a schedule of Temporal; undefined for one that is not of Baton. */
export function triggerOfSchedule(scheduleId: string): string | undefined {
  return scheduleId.startsWith(prefix) ? scheduleId.slice(prefix.length) : undefined;
}
