import { formatTimestamp, parseTimestamp } from '../../base/time.ts';
import { errorCodeOf } from '../../contract/errors.ts';
import type { ModelInfo, ModelStatus } from '../../contract/system/models.ts';
import { errorText, sentence } from '../../core/texts/sentence.ts';
import { type CatalogEntry, sizeOf } from '../../models/catalog/index.ts';
import type { InstalledModel } from '../../models/installer/installed.ts';
import type { InstallState } from '../../models/installer/installer.ts';
import { BUNDLED_SPEECH_MODEL, bundledSpeechModel } from '../../models/speech/index.ts';

export function toModelStatus(id: string, state: InstallState): ModelStatus {
  const { status, receivedBytes, totalBytes, error } = state;
  return {
    id,
    status,
    received_bytes: receivedBytes,
    total_bytes: totalBytes,
    error: error?.message ?? null,
    error_text: error ? (errorText(error).text ?? null) : null,
    error_code: error ? errorCodeOf(error) : null,
  };
}

/** Returns the engine of a custom model. An ONNX speech model consists of several files, a whisper.cpp model of one. */
function customEngine({ task, files }: InstalledModel): CatalogEntry['engine'] {
  if (task !== 'speech-recognition') return 'transformers.js';
  return files.length > 1 ? 'onnxruntime' : 'whisper.cpp';
}

export function toModelInfo(
  entry: CatalogEntry | undefined,
  installed: InstalledModel | undefined,
  state: InstallState | undefined,
  modelsUrl: string,
  languages: CatalogEntry['languages'] = entry?.languages ?? 'multilingual',
): ModelInfo {
  const id = (entry ?? installed)!.id;
  const bundled = !installed && id === BUNDLED_SPEECH_MODEL && bundledSpeechModel('') !== null;
  const onDisk = installed?.files.reduce((sum, file) => sum + file.bytes, 0);
  const size = onDisk ?? (entry ? sizeOf(entry) : null);
  const running = state && state.status !== 'installed' ? state : undefined;
  const idle: InstallState = {
    status: 'installed',
    receivedBytes: onDisk ?? 0,
    totalBytes: size,
    error: null,
  };
  const status = toModelStatus(id, running ?? idle);
  const algorithms = entry?.files.map((file) => file.hash?.algorithm ?? 'pinned') ?? [];
  const note = entry?.note ?? sentence('model-note.own');
  const installedMs = installed && parseTimestamp(installed.installed_at);
  return {
    ...status,
    status: !running && !installed && !bundled ? 'available' : status.status,
    name: entry?.name ?? id,
    task: (entry ?? installed)!.task,
    engine: entry?.engine ?? customEngine(installed!),
    languages: languages === 'multilingual' ? 'multilingual' : [...languages],
    licence: entry?.license ?? null,
    source_url: entry?.packed || entry?.host ? entry.publishedAt : entry ? `${modelsUrl}/${entry.repository}` : null,
    size_bytes: size,
    memory_bytes: entry?.memoryBytes ?? null,
    checksum: !entry ? 'none' : algorithms.includes('pinned') ? 'pinned' : (algorithms[0] as 'sha1' | 'sha256'),
    checksum_source: entry?.publishedAt ?? null,
    note: note.message,
    note_text: note.text ?? null,
    installed_at: installedMs === undefined ? null : formatTimestamp(installedMs),
    bundled,
  };
}
