/** The way to one client. */
export type Outlet = {
  /** False while enough of what was sent has not left yet, and after its end. */
  hasRoom(): boolean;
  /** @param position what a client can come back with; `text` is the event's JSON, which holds it too. */
  send(position: string, text: string): void;
  /** Called when there is room again. */
  onRoom(hear: () => void): void;
  /** Called when the client has gone. */
  onEnd(hear: () => void): void;
  end(code: number, reason: string): void;
};

/** Bytes that may wait in a connection before nothing more is put into it. */
export const mostWaitingBytes = 256 * 1024;
