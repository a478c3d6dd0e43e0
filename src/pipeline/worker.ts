import { toError } from '../base/errors.ts';
import { BUNDLED_ENGINES } from '../contract/engine-settings.ts';
import { ReelscopeError } from '../contract/errors.ts';
import { probe } from '../media/probe.ts';
import { describeModules, moduleLookup } from '../modules/registry.ts';
import { analyze } from './analyze.ts';
import { embedTexts } from './embed-texts.ts';
import { withEmbeddings } from './embeddings.ts';
import { type FromWorker, ToWorker, type WireError } from './protocol.ts';
import { makeQuickPoster } from './quick-poster.ts';
import { runTranscode } from './transcode.ts';
import { openTransport } from './transport.ts';

/**
 * Entry of the worker process: one job, or many small requests. The server ends it by killing it; it exits
 * when the server is gone.
 */
const transport = openTransport();
const send = (message: FromWorker): void => transport.send(message);

async function handle(message: ToWorker): Promise<void> {
  switch (message.type) {
    case 'analyze':
      await analyze(message.run, {
        send,
        signal: transport.closed,
        embed: (texts) => withEmbeddings(message.run.engines, (engine) => embedTexts(texts, engine, transport.closed)),
      });
      return transport.end();
    case 'transcode':
      await runTranscode(message.spec, { send, signal: transport.closed });
      return transport.end();
    case 'probe':
      return send({ type: 'reply', id: message.id, value: await probe(message.path) });
    case 'poster':
      return send({
        type: 'reply',
        id: message.id,
        value: await makeQuickPoster(message.path, message.stillsFolder),
      });
    case 'embed': {
      const { texts, use } = message;
      const value = await withEmbeddings(message.engines, (engine) => embedTexts(texts, engine, transport.closed, use));
      return send({ type: 'reply', id: message.id, value });
    }
    case 'logo': {
      const { normalizeLogo } = await import('../models/features/normalize.ts');
      return send({ type: 'reply', id: message.id, value: await normalizeLogo(message.picture) });
    }
    case 'describe':
      return send({
        type: 'reply',
        id: message.id,
        value: await describeModules(moduleLookup(message.engines ?? BUNDLED_ENGINES)),
      });
  }
}

function wireError(thrown: unknown): WireError {
  const error = toError(thrown);
  return { code: thrown instanceof ReelscopeError ? thrown.code : 'internal', message: error.message };
}

transport.onMessage((raw) => {
  const parsed = ToWorker.safeParse(raw);
  if (!parsed.success)
    return send({ type: 'log', level: 'error', message: `unknown message: ${parsed.error.message}` });
  handle(parsed.data).catch((thrown) => {
    if (transport.closed.aborted) return;
    const error = wireError(thrown);
    if (error.code === 'internal') send({ type: 'log', level: 'error', message: String(toError(thrown).stack) });
    if ('id' in parsed.data) return send({ type: 'refused', id: parsed.data.id, error });
    send({ type: 'failed', error });
    transport.end();
  });
});

send({ type: 'ready' });
