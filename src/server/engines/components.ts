import { toError } from '../../base/errors.ts';
import { addonVersion } from '../../models/speech/index.ts';

/** Version of each native component, or the reason why it can't be loaded. */
export interface ComponentVersion {
  name: 'ffmpeg' | 'sqlite' | 'sqlite-vec' | 'onnxruntime' | 'whisper.cpp';
  version: string | null;
  error: string | null;
}

/** Loads the native libraries and returns their versions. They take memory, so it belongs in a process of its own. */
export async function componentVersions(): Promise<ComponentVersion[]> {
  const sqlite = async () => (await import('../../db/version.ts')).sqliteVersions();
  return Promise.all([
    read('ffmpeg', async () => (await import('../../media/version.ts')).ffmpegLibraryVersion()),
    read('sqlite', async () => (await sqlite()).sqlite),
    read('sqlite-vec', async () => (await sqlite()).vectors),
    read('onnxruntime', async () => (await import('../../models/onnx-version.ts')).onnxRuntimeVersion()),
    read('whisper.cpp', async () => {
      const version = addonVersion('cpu');
      if (version === null) throw new Error(`No build for ${process.platform} ${process.arch} is installed.`);
      return `whisper.node ${version}`;
    }),
  ]);
}

async function read(name: ComponentVersion['name'], version: () => Promise<string>): Promise<ComponentVersion> {
  try {
    return { name, version: await version(), error: null };
  } catch (thrown) {
    // Node adds the files that required it.
    return { name, version: null, error: toError(thrown).message.split('\n', 1)[0]! };
  }
}
