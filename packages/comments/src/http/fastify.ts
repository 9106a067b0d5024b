/** `@org/approval-comments/fastify`: a plugin, with a parser of its own that the host's routes do not see. */
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from './express.js';
import { type HttpBody, type HttpHandler, readBody } from './message.js';

export type { HttpHandler } from './message.js';

/** `app.register(toFastify(handler), { prefix: '/comments' })`, with the same prefix as the handler's `basePath`. */
export function toFastify(handler: HttpHandler): FastifyPluginCallback {
  return (instance, _options, done) => {
    instance.removeAllContentTypeParsers();
    instance.addContentTypeParser('*', (_request, payload, parsed) => {
      readBody(payload, handler.maxBodyBytes).then((body) => {
        parsed(null, body);
      }, parsed);
    });
    instance.all('/*', answer);
    done();
  };

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const { method, url, headers } = request;
    const body = (request.body as HttpBody | undefined) ?? { kind: 'bytes', bytes: new Uint8Array() };
    const answered = await handler({ method, path: pathOf(url), headers, body });
    if (body.kind === 'too-large') void reply.header('connection', 'close');
    return reply.code(answered.status).headers(answered.headers).send(answered.body);
  }
}
