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

  /** A model of the catalog, an imported one, or both. */
  async function view(entry: CatalogEntry | undefined, installed: InstalledModel | undefined): Promise<ModelInfo> {
    const state = await stateOf(installer, (entry ?? installed)!.id, entry === undefined);
    const languages = await importedLanguages(installer, entry, installed);
    return toModelInfo(entry, installed, state, options.get().models_url, languages);
  }

  async function infoOf(id: string): Promise<ModelInfo> {
    const entry = entryOf(id);
    const all = [...(await installer.listInstalled()), ...(entry ? [] : await installer.listDamaged())];
    const installed = all.find((model) => model.id === id);
    if (!entry && !installed) throw new ReelscopeError('not_found', sentence('not-found.model'));
    return view(entry, installed);
  }

  return {
    async list(): Promise<ModelList> {
      const installed = new Map((await installer.listInstalled()).map((model) => [model.id, model]));
      // A damaged model that was imported is listed, so that it can be removed.
      const own = [...installed.values(), ...(await installer.listDamaged())].filter((model) => !entryOf(model.id));
      const { offline, speech_model, speech_language } = options.get();
      return {
        models: await Promise.all([
          ...installer.catalog.map((entry) => view(entry, installed.get(entry.id))),
          ...own.map((model) => view(undefined, model)),
        ]),
        speech_model: await installer.speechModel(speech_model),
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
      void ended.then((last) => notifyOfEnd(notifications, userId, name, last));
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

/** State of a download, or `failed` for a damaged model; undefined without either. */
async function stateOf(installer: Installer, id: string, isImport: boolean): Promise<InstallState | undefined> {
  const state = installer.state(id);
  if ((state && state.status !== 'installed') || !(await installer.isDamaged(id))) return state;
  const text = sentence(isImport ? 'install.damaged-import' : 'install.damaged');
  const error = new ReelscopeError('model_unavailable', text);
  return { status: 'failed', receivedBytes: 0, totalBytes: null, error };
}

/** Languages of an imported speech model; undefined for other models. */
async function importedLanguages(
  installer: Installer,
  entry: CatalogEntry | undefined,
  installed: InstalledModel | undefined,
) {
  if (entry || installed?.task !== 'speech-recognition' || (await installer.isDamaged(installed.id))) return undefined;
  return installer.languagesOf(installed);
}

/** Notifies a user of a download that has succeeded or failed. */
function notifyOfEnd(notifications: NotificationsService, userId: number, name: string, end: InstallState): void {
  if (end.status === 'installed') {
    notifications.notify(userId, {
      title: sentence('model.installed.title'),
      message: sentence('model.installed', { name }),
      type: 'success',
    });
  } else if (end.status === 'failed') {
    notifications.notify(userId, {
      title: sentence('model.failed.title'),
      message: sentence('model.failed', { name, reason: errorText(end.error) }),
      type: 'error',
    });
  }
}
