/** The receiver as a handler that every adapter mounts. */
import type { HttpBody, HttpHandler, HttpRequest } from '@org/approval-internal/http';
import { MAX_BODY_BYTES, type ReceivedBody, type ReceiverOptions, createReceiver } from './receive.js';

/** @throws TypeError if it could never verify anything. */
export function receiverHandler(options: ReceiverOptions): HttpHandler {
  const receive = createReceiver(options);
  const { maxBodyBytes = MAX_BODY_BYTES } = options;
  const handle = ({ method, headers, body }: HttpRequest) =>
    receive({ method, headers, body: receivedBodyOf(body) });
  return Object.assign(handle, { maxBodyBytes });
}

/** Parsed JSON cannot be verified: serialized again it may be a different text. */
function receivedBodyOf(body: HttpBody): ReceivedBody {
  switch (body.kind) {
    case 'bytes':
      return body.bytes;
    case 'parsed':
      return 'raw-body-unavailable';
    case 'unreadable':
    case 'no-room':
      return 'body-unreadable';
    case 'too-large':
      return 'too-large';
  }
}
