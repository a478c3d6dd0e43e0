import { createEmbedder } from '../embeddings/embedder.ts';
import { activeEmbeddings, answeringSettings } from '../embeddings/embedding-choice.ts';
import { EmbeddingIndex } from '../embeddings/embedding-index.ts';
import { createModelsService } from '../engines/models.ts';
import { FrameIndex } from '../frames/frame-index.ts';
import type { CloseStack } from '../hosting/close-stack.ts';
import { createTermUpdatePass } from '../search/term-update.ts';
import { createAppearanceIndex } from '../visual/appearances/appearance-index.ts';
import { createVisualIndex } from '../visual/visual-index.ts';
import type { AccountServices } from './account.ts';
import type { FileServices } from './files.ts';
import type { ServiceParts } from './service-parts.ts';

export type IndexServices = ReturnType<typeof buildIndexes>;

/** Builds the models and the indexes that they fill in the background. */
export function buildIndexes(parts: ServiceParts & AccountServices & FileServices, resources: CloseStack) {
  const { store, log, engineOptions, installer, authenticator, notifications, stills, work } = parts;
  const { media } = work;
  const isBusy = store.videos.isAnyProcessing;
  const notify = (message: Parameters<typeof notifications.notify>[1]) =>
    void notifications.notify(authenticator.localUser(), message);
  const answeringEngines = () => answeringSettings(store, engineOptions.engineSettings());

  const embedder = createEmbedder({
    media,
    log,
    settings: answeringEngines,
    engineId: () => activeEmbeddings(store)?.engineId,
  });
  const embeddingIndex = new EmbeddingIndex({ store, media, log, options: engineOptions, isBusy, notify });
  const appearanceIndex = createAppearanceIndex({ store, log, isBusy });
  resources.defer(appearanceIndex.close);
  const termUpdate = createTermUpdatePass({ store, log });
  resources.defer(termUpdate.close);
  const visualIndex = createVisualIndex({ store, stills, media, log, isBusy, described: appearanceIndex.check });
  resources.defer(visualIndex.close);
  const settings = engineOptions.engineSettings;
  const frameIndex = new FrameIndex({ store, stills, media, log, settings, isBusy, notify });
  resources.defer(() => frameIndex.close());
  // A chosen model may be installed after it was chosen.
  installer.onState((_, { status }) => {
    if (status !== 'installed') return;
    embeddingIndex.check();
    frameIndex.modelsChanged();
  });
  return {
    models: createModelsService({ installer, options: engineOptions, notifications }),
    answeringEngines,
    embedder,
    embeddingIndex,
    appearanceIndex,
    termUpdate,
    visualIndex,
    frameIndex,
    /** Brings every index of findings up to date in the background. */
    checkIndexes() {
      embeddingIndex.check();
      visualIndex.check();
      appearanceIndex.check();
      frameIndex.check();
    },
  };
}
