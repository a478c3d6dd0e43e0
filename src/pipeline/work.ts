import { flushCompileCache } from 'node:module';
import { isDiskFull } from '../base/disk-full.ts';
import { toError } from '../base/errors.ts';
import { errorCodeOf } from '../contract/errors.ts';
import { BUNDLED_ENGINES, type EngineSettings } from '../contract/system/engine-settings.ts';
import { errorText, sentence } from '../core/texts/sentence.ts';
import type { EmbeddingUse } from '../models/engine.ts';
import { type FromWorker, ToWorker, type WireError } from './protocol.ts';
import { openTransport } from './transport.ts';

/**
 * The worker process: one job, or many small requests. The server ends it by killing it; it exits
 * when the server is gone. Each kind of work loads its own code, since a probe takes less time than loading all of it.
 */
// Stills and copies are for this account only.
process.umask(0o077);
const transport = openTransport();
const HEARTBEAT_INTERVAL_MS = 5000;
const stopped = new AbortController();
/** Kinds of messages that were handled, whose code is loaded. */
const done = new Set<ToWorker['type']>();
const send = (message: FromWorker): void => transport.send(message);

async function handle(message: ToWorker): Promise<void> {
  switch (message.type) {
    case 'analyze': {
      const [{ analyze }, embed] = await Promise.all([import('./analyze.ts'), embedder()]);
      await analyze(message.run, {
        send,
        signal: transport.closed,
        stop: stopped.signal,
        embed: (texts) => embed(message.run.engines, texts),
      });
      return transport.end();
    }
    case 'stop':
      return stopped.abort();
    case 'transcode': {
      const { runTranscode } = await import('./transcode/transcode.ts');
      await runTranscode(message.spec, { send, signal: transport.closed });
      return transport.end();
    }
    case 'join': {
      const { runJoin } = await import('./transcode/transcode.ts');
      await runJoin(message.spec, { send, signal: transport.closed });
      return transport.end();
    }
    case 'side-by-side': {
      const { runSideBySide } = await import('./transcode/side-by-side.ts');
      await runSideBySide(message.spec, { send, signal: transport.closed });
      return transport.end();
    }
    case 'rebuild': {
      const { rebuildPictures } = await import('./rebuild-pictures.ts');
      await rebuildPictures(message.spec, { send, signal: transport.closed });
      return transport.end();
    }
    case 'blur-stills': {
      const { blurStills } = await import('./blur-stills.ts');
      await blurStills(message.spec, { send, signal: transport.closed });
      return transport.end();
    }
    case 'sync': {
      const { runSync } = await import('./sync/run-sync.ts');
      await runSync(message.spec, { send, signal: transport.closed });
      return transport.end();
    }
    case 'look-closer': {
      const [{ lookCloser }, embed] = await Promise.all([import('./closer/look-closer.ts'), embedder()]);
      const { engines } = message.spec.run;
      await lookCloser(message.spec, { send, signal: transport.closed, embed: (texts) => embed(engines, texts) });
      return transport.end();
    }
    case 'probe': {
      const { probe } = await import('../media/probe.ts');
      return send({ type: 'reply', id: message.id, value: await probe(message.path, message.tracks) });
    }
    case 'thumbnail': {
      const { saveInitialThumbnail } = await import('./initial-thumbnail.ts');
      const value = await saveInitialThumbnail(message.path, message.stillsFolder);
      return send({ type: 'reply', id: message.id, value });
    }
    case 'embed': {
      const embed = await embedder();
      return send({ type: 'reply', id: message.id, value: await embed(message.engines, message.texts, message.use) });
    }
    case 'embed-for-frames': {
      const { embedForFrames } = await import('./frames.ts');
      const value = await embedForFrames(message.engines, message.texts, transport.closed);
      return send({ type: 'reply', id: message.id, value });
    }
    case 'embed-frames': {
      const { embedFrames } = await import('./frames.ts');
      const value = await embedFrames(message.engines, message.files, transport.closed);
      return send({ type: 'reply', id: message.id, value });
    }
    case 'shrink': {
      const { shrinkJpeg } = await import('../media/jpeg.ts');
      // A still may be deleted or damaged; the others are wanted all the same.
      const value = await Promise.all(message.files.map((file) => shrinkJpeg(file, message.width).catch(() => null)));
      return send({ type: 'reply', id: message.id, value });
    }
    case 'logo': {
      const { normalizeLogo } = await import('../models/features/normalize.ts');
      return send({ type: 'reply', id: message.id, value: await normalizeLogo(message.picture) });
    }
    case 'describe-stills': {
      const { describeStills } = await import('./describe-pictures.ts');
      return send({ type: 'reply', id: message.id, value: await describeStills(message.files) });
    }
    case 'describe-query': {
      const { describeQuery } = await import('./describe-pictures.ts');
      return send({ type: 'reply', id: message.id, value: await describeQuery(message.picture, message.region) });
    }
    case 'describe': {
      const { describeModules, moduleLookup } = await import('../modules/registry.ts');
      const value = await describeModules(moduleLookup(message.engines ?? BUNDLED_ENGINES));
      return send({ type: 'reply', id: message.id, value });
    }
  }
}

async function embedder() {
  const [{ withEmbeddings }, { embedTexts }] = await Promise.all([
    import('./embeddings.ts'),
    import('./embed-texts.ts'),
  ]);
  return (engines: EngineSettings | undefined, texts: readonly string[], use?: EmbeddingUse) =>
    withEmbeddings(engines, (engine) => embedTexts(texts, engine, transport.closed, use));
}

function wireError(thrown: unknown): WireError {
  if (isDiskFull(thrown)) return { code: 'storage_full', ...sentence('storage.disk-full') };
  return { code: errorCodeOf(thrown), ...errorText(thrown) };
}

transport.onMessage((raw) => {
  const parsed = ToWorker.safeParse(raw);
  if (!parsed.success)
    return send({ type: 'log', level: 'error', message: `unknown message: ${parsed.error.message}` });
  handle(parsed.data)
    .catch((thrown) => {
      if (transport.closed.aborted) return;
      const error = wireError(thrown);
      if (error.code === 'internal') send({ type: 'log', level: 'error', message: String(toError(thrown).stack) });
      if ('id' in parsed.data) return send({ type: 'refused', id: parsed.data.id, error });
      send({ type: 'failed', error });
      transport.end();
    })
    .then(() => {
      if (done.has(parsed.data.type)) return;
      done.add(parsed.data.type);
      // Written at the exit of a process, but this one is killed.
      flushCompileCache();
    });
});

send({ type: 'ready' });
setInterval(() => send({ type: 'heartbeat' }), HEARTBEAT_INTERVAL_MS).unref();
