import { ReelscopeError } from '../../contract/errors.ts';
import type { ModelInfo, ModelList, ModelStatus } from '../../contract/system/models.ts';
import { errorText, sentence } from '../../core/texts/sentence.ts';
import { type CatalogEntry, OLLAMA_MODELS, recommendSpeechModels, thisMachine } from '../../models/catalog/index.ts';
import type { InstalledModel } from '../../models/installer/installed.ts';
import type { Installer, InstallState } from '../../models/installer/installer.ts';
import type { NotificationsService } from '../account/notifications.ts';
import type { EngineOptionsService } from './engine-options.ts';
import { toModelInfo, toModelStatus } from './model-mapper.ts';

export type ModelsService = ReturnType<typeof createModelsService>;

interface Parts {
  installer: Installer;
  options: EngineOptionsService;
  notifications: NotificationsService;
}

/** Available and installed models. */
export function createModelsService({ installer, options, notifications }: Parts) {
  const entryOf = (id: string) => installer.catalog.find((entry) => entry.id === id);

  /** State of a download, or `failed` for a damaged model; undefined without either. */
  async function stateOf(id: string): Promise<InstallState | undefined> {
    const state = installer.state(id);
    if ((state && state.status !== 'installed') || !(await installer.isDamaged(id))) return state;
    const error = new ReelscopeError(
      'model_unavailable',
      sentence(entryOf(id) ? 'install.damaged' : 'install.damaged-import'),
    );
    return { status: 'failed', receivedBytes: 0, totalBytes: null, error };
  }

  /** The catalog's, or those of an imported speech model; undefined for other models. */
  async function languages(entry: CatalogEntry | undefined, installed: InstalledModel | undefined) {
    if (entry || installed?.task !== 'speech-recognition' || (await installer.isDamaged(installed.id)))
      return undefined;
    return installer.languagesOf(installed);
  }

  async function infoOf(id: string): Promise<ModelInfo> {
    const entry = entryOf(id);
    const all = [...(await installer.listInstalled()), ...(entry ? [] : await installer.listDamaged())];
    const installed = all.find((model) => model.id === id);
    if (!entry && !installed) throw new ReelscopeError('not_found', sentence('not-found.model'));
    return toModelInfo(
      entry,
      installed,
      await stateOf(id),
      options.get().models_url,
      await languages(entry, installed),
    );
  }

  return {
    async list(): Promise<ModelList> {
      const installed = new Map((await installer.listInstalled()).map((model) => [model.id, model]));
      const { offline, models_url, speech_language } = options.get();
      const known = await Promise.all(
        installer.catalog.map(async (entry) =>
          toModelInfo(entry, installed.get(entry.id), await stateOf(entry.id), models_url),
        ),
      );
      // A damaged model that was imported is listed, so that it can be removed.
      const own = [...installed.values(), ...(await installer.listDamaged())].filter((model) => !entryOf(model.id));
      return {
        models: [
          ...known,
          ...(await Promise.all(
            own.map(async (model) =>
              toModelInfo(undefined, model, await stateOf(model.id), models_url, await languages(undefined, model)),
            ),
          )),
        ],
        speech_model: await installer.speechModel(options.get().speech_model),
        recommended_speech: recommendSpeechModels(speech_language, thisMachine())
          .filter(({ id }) => entryOf(id) !== undefined)
          .map(({ tier, id }) => ({ tier, model_id: id })),
        recommended_ollama: OLLAMA_MODELS.map(({ name, task, note }) => ({
          name,
          task,
          note: note.message,
          note_text: note.text ?? null,
        })),
        offline,
      };
    },

    /** @throws ReelscopeError `not_found` */
    get: infoOf,

    /**
     * Starts or resumes a download; notifies the user when it ends. @throws ReelscopeError `not_found`, `forbidden`,
     * `conflict`
     */
    install(userId: number, id: string): ModelStatus {
      const { state, ended } = installer.install(id);
      const name = entryOf(id)!.name;
      void ended.then((last) => {
        if (last.status === 'installed') {
          notifications.notify(userId, {
            title: sentence('model.installed.title'),
            message: sentence('model.installed', { name }),
            type: 'success',
          });
        } else if (last.status === 'failed') {
          notifications.notify(userId, {
            title: sentence('model.failed.title'),
            message: sentence('model.failed', { name, reason: errorText(last.error) }),
            type: 'error',
          });
        }
      });
      return toModelStatus(id, state);
    },

    /** @throws ReelscopeError `conflict` */
    pause: async (id: string): Promise<ModelStatus> => toModelStatus(id, await installer.pause(id)),

    /** @throws ReelscopeError `not_found`, `conflict`, `unsupported_media_type`, `storage_full` */
    async import(path: string, id: string | undefined): Promise<ModelInfo> {
      const used = await installer.speechModel(options.get().speech_model);
      const isInstalled = (await installer.listInstalled()).some((model) => model.id === used);
      const model = await installer.import(path, id);
      // The automatic choice would move on to the new model, and later transcripts would change with it. From the
      // bundled model it does.
      if (isInstalled && (await installer.speechModel(options.get().speech_model)) !== used) {
        options.update({ speech_model: used });
      }
      return infoOf(model.id);
    },

    /** @throws ReelscopeError `not_found` */
    remove: (id: string): Promise<void> => installer.remove(id),

    /** Reports the status of a model now and on each change. @returns a function that unsubscribes */
    follow(id: string, listener: (status: ModelStatus) => void): () => void {
      return installer.onState((changed, state) => {
        if (changed === id) listener(toModelStatus(id, state));
      });
    },
  };
}
