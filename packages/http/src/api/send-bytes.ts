import type { ServerResponse } from 'node:http';

/** Small enough to show progress, large enough to cost no throughput. */
const pieceBytes = 256 * 1024;

/** Ends the response with the bytes, and closes the connection when none of them is taken for `stallMs`. */
export const sendBytes = (response: ServerResponse, bytes: Buffer, watch: StallWatch): void => {
  if (bytes.length > pieceBytes) {
    sendPieces(response, bytes, watchStall(response, watch));
    return;
  }
  response.end(bytes);
  // Usually the operating system has taken all bytes by now, and no timer is needed.
  if (response.socket !== null && response.socket.writableLength > 0) watchStall(response, watch);
};

/** How long a response may stall before its connection is closed, and a callback for that. */
export interface StallWatch {
  readonly stallMs: number;
  readonly onStall: () => void;
}

/** Closes the connection unless the response is sent, or the timer refreshed, in time. */
export const watchStall = (response: ServerResponse, { stallMs, onStall }: StallWatch): NodeJS.Timeout => {
  const timer = setTimeout(() => {
    onStall();
    response.destroy();
  }, stallMs);
  response.once('close', () => {
    clearTimeout(timer);
  });
  return timer;
};

const sendPieces = (response: ServerResponse, bytes: Buffer, timer: NodeJS.Timeout): void => {
  let sent = 0;
  const sendNext = (failure?: Error | null): void => {
    if (failure !== undefined && failure !== null) return;
    timer.refresh();
    const piece = bytes.subarray(sent, sent + pieceBytes);
    sent += piece.length;
    if (sent < bytes.length) response.write(piece, sendNext);
    else response.end(piece);
  };
  sendNext();
};
