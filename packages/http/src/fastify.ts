/** `@org/approval-http/fastify`: a plugin, with parsers of its own that the host's routes do not see. */
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import { DRAINED_BYTES, type HttpBody, type HttpHandler } from './message.js';
import { pathOf } from './node.js';

/**
 * `app.register(toFastify(handler), { prefix: '/approvals' })`, with the same prefix as the handler's `basePath`.
 * Every route of the plugin is the handler's; what it answers does not go through the host's serializers.
 */
export function toFastify(handler: HttpHandler): FastifyPluginCallback {
  return (instance, _options, done) => {
    // Raw bytes, whatever the content type: the handler says what is wrong with it.
    instance.removeAllContentTypeParsers();
    instance.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: DRAINED_BYTES },
      (_request, body, parsed) => {
        parsed(null, body);
      },
    );
    instance.setErrorHandler((error, request, reply) => {
      if ((error as { code?: string }).code === 'FST_ERR_CTP_BODY_TOO_LARGE')
        return answer(request, reply, { kind: 'too-large' });
      throw error;
    });
    instance.all('/*', (request, reply) => answer(request, reply, bodyOf(request.body)));
    done();
  };

  async function answer(
    { method, url, headers, ip }: FastifyRequest,
    reply: FastifyReply,
    body: HttpBody,
  ): Promise<unknown> {
    const answered = await handler({ method, path: pathOf(url), headers, remoteAddress: ip, body });
    return reply.code(answered.status).headers(answered.headers).send(answered.body);
  }
}

const bodyOf = (body: unknown): HttpBody => ({
  kind: 'bytes',
  bytes: body instanceof Uint8Array ? body : new Uint8Array(),
});
