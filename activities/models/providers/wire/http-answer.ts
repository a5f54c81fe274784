/** Whether an answer comes as server-sent events. Some servers answer in one piece though a stream was asked for. */
export function isEventStream({ headers }: Response): boolean {
  return !/json|html/i.test(headers.get('content-type') ?? '');
}
