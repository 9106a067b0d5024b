/** `@org/approval-http/fastify`: a plugin, with parsers of its own that the host's routes do not see. */
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import { DRAINED_BYTES, type HttpBody, type HttpHandler } from './message.js';
import { targetOf } from './node.js';

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
    instance.setErrorHandler((error: Error & { code?: string }, request, reply) => {
      const body = REFUSED_BODIES[error.code ?? ''];
      if (body === undefined) throw error;
      return answer(request, reply, body);
    });
    instance.all('/*', (request, reply) => answer(request, reply, bodyOf(request.body)));
    done();
  };

  async function answer(
    { method, url, headers, ip }: FastifyRequest,
    reply: FastifyReply,
    body: HttpBody,
  ): Promise<unknown> {
    const answered = await handler({ method, ...targetOf(url), headers, remoteAddress: ip, body });
    return reply.code(answered.status).headers(answered.headers).send(answered.body);
  }
}

/** What Fastify refuses before a parser is asked, as the handler would see it: it has its own words for both. */
const REFUSED_BODIES: Readonly<Record<string, HttpBody>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { kind: 'too-large' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { kind: 'bytes', bytes: new Uint8Array() },
};

const bodyOf = (body: unknown): HttpBody => ({
  kind: 'bytes',
  bytes: body instanceof Uint8Array ? body : new Uint8Array(),
});
