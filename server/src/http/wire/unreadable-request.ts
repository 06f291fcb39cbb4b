// Answers to what is no HTTP request the server can read: there is no route yet, so no area has a form for it.
import type { Socket } from 'node:net';
import { randomBase62 } from '#kit/id.ts';

interface Unreadable {
  status: string;
  sentence: string;
}

const wrongSyntax: Unreadable = {
  status: '400 Bad Request',
  sentence: 'This is no HTTP request that can be read.',
};
const unreadable: Record<string, Unreadable> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    sentence: 'Address and headers together are too long.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    sentence: 'The request did not arrive in time.',
  },
};

/** Answers a request that could not be parsed, in the form errors have everywhere, and ends the connection. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, sentence } = unreadable[error.code ?? ''] ?? wrongSyntax;
  const requestId = `req_${randomBase62(20)}`;
  const code = 'invalid_request';
  const timestamp = new Date().toISOString();
  const body = JSON.stringify({ success: false, error: sentence, code, requestId, timestamp });
  const head = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    `x-error-code: ${code}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
