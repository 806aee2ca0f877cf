// The transparency log as stock clients of C2SP tlog-tiles read it: its key, its newest head, its tiles. Whether to believe it is for them to say.
import { AxproofError } from '../../../contract/errors.ts';
import type { HttpContext } from '../context.ts';
import { LOG_INDEX, LOG_LEVEL } from '../parameters.ts';
import type { Route } from '../route.ts';
import { FOREVER, send, WHILE } from '../send.ts';

const key = ({ service }: HttpContext): Route => ({
  method: 'GET',
  path: '/log/key',
  id: 'logKey',
  tag: 'documents',
  summary: 'Public key of the transparency log, as a C2SP vkey. Keep it: it stays the same for ever.',
  answers: { 200: { description: 'NAME+ID+KEY and a line feed.', content: { text: { type: 'string' } } } },
  async handle(_request, reply) {
    return send(reply, { form: 'text', body: `${service.log.key()}\n`, cache: WHILE });
  },
});

const checkpoint = ({ service }: HttpContext): Route => ({
  method: 'GET',
  path: '/log/checkpoint',
  id: 'logCheckpoint',
  tag: 'documents',
  summary: 'Newest signed head of the transparency log (C2SP tlog-checkpoint).',
  answers: { 200: { description: 'The checkpoint.', content: { text: { type: 'string' } } } },
  problems: ['log-damaged'],
  async handle(_request, reply) {
    const body = await service.log.file('checkpoint');
    if (!body?.length) throw new AxproofError('log-damaged', 'the log has no checkpoint');
    return send(reply, { form: 'text', body });
  },
});

const tile = ({ service }: HttpContext): Route => ({
  method: 'GET',
  path: '/log/tile/{level}/{index}',
  id: 'logTile',
  tag: 'documents',
  summary: 'A tile or an entry bundle of the transparency log (C2SP tlog-tiles).',
  parameters: [LOG_LEVEL, LOG_INDEX],
  answers: {
    200: { description: 'Its bytes, which never change.', content: { bytes: { contentMediaType: 'application/octet-stream' } } },
  },
  problems: ['not-found'],
  async handle(request, reply) {
    const { level, index } = request.params as { level: string; index: string };
    const body = await service.log.file(`tile/${level}/${index}`);
    // A full tile replaces its partial forms: a client with an older head asks for the full one.
    if (!body) throw new AxproofError('not-found', `the log has no tile ${level}/${index}; where it was partial, ask for the full one`);
    return send(reply, { form: 'bytes', body, cache: FOREVER });
  },
});

export const logRoutes = (context: HttpContext): Route[] => [key(context), checkpoint(context), tile(context)];
