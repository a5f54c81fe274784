export interface TriggerRecords {
  /**
   * Notes that a schedule has fired: its run is started from the record, once, whenever the API is there.
   * @param input.at the time that it was set for, ISO 8601.
   * @param input.since when Temporal took it up: at that time, or as soon as it was there again.
   * @throws `NotStartedByBaton`, for good.
   */
  recordScheduled(input: { trigger: string; at: string; since: string }): Promise<void>;
}
