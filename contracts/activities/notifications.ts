export interface NotificationActivities {
  /**
   * One try at a delivery of the outbox, which says itself what is to be sent and where.
   * @throws `ApplicationFailure` of type `DeliveryFailed`, non-retryable where no other try is worth it.
   */
  deliverNotification(input: { deliveryId: string }): Promise<void>;
}
