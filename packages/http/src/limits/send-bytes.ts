import type { ServerResponse } from 'node:http';

/** Small enough that its going out is progress to be seen, large enough that it costs no throughput. */
const pieceBytes = 256 * 1024;

/**
 * Ends the response with the bytes, and gives the connection up when none of them is taken for `stallMs`.
 */
export const sendBytes = (response: ServerResponse, bytes: Buffer, watch: StallWatch): void => {
  if (bytes.length > pieceBytes) {
    sendPieces(response, bytes, watchStall(response, watch));
    return;
  }
  response.end(bytes);
  // Mostly the operating system has taken all of it by now, and no timer is needed.
  if (response.socket !== null && response.socket.writableLength > 0) watchStall(response, watch);
};

/** How long an answer may lie before its connection is given up, and who is told. */
export interface StallWatch {
  readonly stallMs: number;
  readonly onStall: () => void;
}

/** Gives the connection up unless the response is out, or the timer refreshed, within the time. */
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
