import { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import {
  EmbeddingIndexState,
  EngineOptions,
  FrameIndexState,
  ImportModelRequest,
  ModelInfo,
  ModelList,
  ModelStatus,
  UpdateEngineOptionsRequest,
} from '../../../../contract/system/models.ts';
import { OllamaState, TestOllamaRequest } from '../../../../contract/system/ollama.ts';
import { Ok } from '../../../../contract/text.ts';
import { ollamaState } from '../../../engines/ollama.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { shortList } from '../../lists/short-list.ts';
import { modelStream } from '../../streams/model-stream.ts';
import { defineRoute } from '../define-route.ts';
import { jsonBody, listResponse, mediaResponse, okResponse } from '../route-parts.ts';

const tags = ['Models'];
const params = z.object({ model_id: z.string().describe('ID of the model.') });

const LIST = shortList<ModelInfo>({ id: 'id', names: ['name', 'id'], sorts: ['name', 'size_bytes', 'installed_at'] });

const list = defineRoute({
  method: 'get',
  path: '/models',
  access: { scope: 'read' },
  tags,
  summary: 'List models (extension)',
  request: { query: LIST.query },
  responses: listResponse(ModelList, 'The catalog with installation states, and imported models.'),
});

const options = defineRoute({
  method: 'get',
  path: '/models/settings',
  access: { scope: 'read', localUser: true },
  tags,
  summary: 'Get engine options (extension)',
  responses: okResponse(EngineOptions, 'The options.'),
});

const updateOptions = defineRoute({
  method: 'patch',
  path: '/models/settings',
  access: { scope: 'admin', localUser: true },
  tags,
  summary: 'Update engine options; “offline” blocks every connection to other machines (extension)',
  request: { body: jsonBody(UpdateEngineOptionsRequest) },
  responses: okResponse(EngineOptions, 'The updated options.'),
});

const ollama = defineRoute({
  method: 'get',
  path: '/models/ollama',
  access: { scope: 'read', localUser: true },
  operationId: 'getOllamaServer',
  tags,
  summary: 'Get the state of the configured Ollama server (extension)',
  responses: okResponse(OllamaState, 'Whether it responds, and its models.'),
});

const testOllama = defineRoute({
  method: 'post',
  path: '/models/ollama/test',
  access: { scope: 'admin', localUser: true },
  operationId: 'testOllamaServer',
  tags,
  summary: 'Test the URL of an Ollama server without saving it (extension)',
  request: { body: jsonBody(TestOllamaRequest) },
  responses: okResponse(OllamaState, 'Whether a server responds there, and its models.'),
});

const embeddings = defineRoute({
  method: 'get',
  path: '/models/embeddings',
  access: { scope: 'read' },
  operationId: 'getEmbeddingIndex',
  tags,
  summary: 'Get the state of the semantic search index (extension)',
  responses: okResponse(EmbeddingIndexState, 'The state of the index.'),
});

const cancelEmbeddings = defineRoute({
  method: 'post',
  path: '/models/embeddings/cancel',
  access: { scope: 'admin', localUser: true },
  operationId: 'cancelEmbeddingChange',
  tags,
  summary: 'Cancel a change of the embedding engine (extension)',
  responses: okResponse(EmbeddingIndexState, 'The state of the index.'),
});

const frames = defineRoute({
  method: 'get',
  path: '/models/frames',
  access: { scope: 'read' },
  operationId: 'getFrameIndex',
  tags,
  summary: 'Get the state of the visual search index (extension)',
  responses: okResponse(FrameIndexState, 'The state of the index.'),
});

const importModel = defineRoute({
  method: 'post',
  path: '/models/import',
  access: { scope: 'admin', localUser: true },
  operationId: 'importModel',
  tags,
  summary: 'Import a model from a local file or folder, which is not modified (extension)',
  request: { body: jsonBody(ImportModelRequest) },
  responses: okResponse(ModelInfo, 'The model.'),
});

const install = defineRoute({
  method: 'post',
  path: '/models/{model_id}/install',
  access: { scope: 'admin', localUser: true },
  tags,
  summary: 'Install a model, or resume its download (extension)',
  request: { params },
  responses: okResponse(ModelStatus, 'The download has started.'),
});

const pause = defineRoute({
  method: 'post',
  path: '/models/{model_id}/pause',
  access: { scope: 'admin', localUser: true },
  operationId: 'pauseModel',
  tags,
  summary: 'Pause a download (extension)',
  request: { params },
  responses: okResponse(ModelStatus, 'Paused.'),
});

const events = defineRoute({
  method: 'get',
  path: '/models/{model_id}/events',
  access: { scope: 'read' },
  events: {
    status: ModelStatus,
    progress: ModelStatus,
    installed: ModelStatus,
    paused: ModelStatus,
    failed: ModelStatus,
  },
  operationId: 'streamModelEvents',
  tags,
  summary: "Stream a download's progress as server-sent events (extension)",
  description: 'Named events: status first, progress at most twice a second, finally installed, paused or failed.',
  request: { params },
  responses: mediaResponse(['text/event-stream'], 'The event stream, which closes when the download ends.'),
});

const remove = defineRoute({
  method: 'delete',
  path: '/models/{model_id}',
  access: { scope: 'admin', localUser: true },
  operationId: 'deleteModel',
  tags,
  summary: 'Remove a model and its partial downloads (extension)',
  request: { params },
  responses: okResponse(Ok, 'Removed.'),
});

export const modelsRoutes = new OpenAPIHono<AppEnv>()
  .openapi(list, async (c) => {
    const { models, ...rest } = await c.var.services.models.list();
    return c.json({ models: LIST.page(c, c.req.valid('query'), models), ...rest }, 200);
  })
  .openapi(options, (c) => c.json(c.var.services.engineOptions.get(), 200))
  .openapi(updateOptions, async (c) => {
    const { engineOptions, embeddingIndex, frameIndex } = c.var.services;
    const changed = await engineOptions.save(c.req.valid('json'));
    embeddingIndex.check();
    frameIndex.check();
    return c.json(changed, 200);
  })
  .openapi(embeddings, (c) => c.json(c.var.services.embeddingIndex.state(), 200))
  .openapi(cancelEmbeddings, (c) => {
    const { embeddingIndex } = c.var.services;
    embeddingIndex.cancel();
    return c.json(embeddingIndex.state(), 200);
  })
  .openapi(frames, (c) => c.json(c.var.services.frameIndex.state(), 200))
  .openapi(ollama, async (c) => c.json(await ollamaState(c.var.services.engineOptions), 200))
  .openapi(testOllama, async (c) =>
    c.json(await ollamaState(c.var.services.engineOptions, c.req.valid('json').url), 200),
  )
  .openapi(importModel, async (c) => {
    const { path, id } = c.req.valid('json');
    return c.json(await c.var.services.models.import(path, id), 200);
  })
  .openapi(install, (c) =>
    c.json(c.var.services.models.install(c.var.caller.userId, c.req.valid('param').model_id), 200),
  )
  .openapi(pause, async (c) => c.json(await c.var.services.models.pause(c.req.valid('param').model_id), 200))
  .openapi(events, async (c) => {
    const { models, authenticator } = c.var.services;
    const { caller } = c.var;
    const { model_id: id } = c.req.valid('param');
    const { status, received_bytes, total_bytes, error, error_text, error_code } = await models.get(id);
    return modelStream(
      { id, status, received_bytes, total_bytes, error, error_text, error_code },
      (listener) => models.follow(id, listener),
      (listener) => authenticator.onEnd(caller, listener),
    );
  })
  .openapi(remove, async (c) => {
    const { models, engineOptions, frameIndex } = c.var.services;
    const { model_id: id } = c.req.valid('param');
    await models.remove(id);
    if (engineOptions.get().frame_model === id) engineOptions.update({ frame_model: null });
    frameIndex.modelsChanged();
    return c.json({ ok: true as const }, 200);
  });
