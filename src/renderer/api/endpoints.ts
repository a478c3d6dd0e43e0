import type { UpdateEngineOptionsRequest } from '../../contract/models.ts';
import type { ModuleName } from '../../contract/modules.ts';
import type { UpdateProfileRequest } from '../../contract/profile.ts';
import type { CreateProjectRequest, UpdateProjectRequest } from '../../contract/projects.ts';
import type { ResultFormat, Results } from '../../contract/results.ts';
import { SEMANTIC_SEARCH_HEADER, type SearchRequest } from '../../contract/search.ts';
import type { UpdateSegmentRequest } from '../../contract/segment.ts';
import type { UpdateSharingRequest } from '../../contract/sharing.ts';
import type { UpdateStorageOptionsRequest } from '../../contract/storage.ts';
import type { TranscriptEdit } from '../../contract/transcript-edits.ts';
import type { VideoStatus } from '../../contract/video.ts';
import type { UpdateVideoRequest } from '../../contract/videos.ts';
import { askStream } from './ask-stream.ts';
import { type Credential, headerOf } from './credential.ts';
import { readResults } from './read-results.ts';
import { request, requestWithHeaders, send } from './request.ts';

type Signal = AbortSignal | undefined;

/** Options of an analysis run. */
export interface RunRequest {
  modules: readonly ModuleName[];
  initial_prompt?: string;
}

/** The API by resource, as far as the window uses it. Every method throws like {@link request}. */
export const api = {
  health: (signal?: Signal) => request('GET /health', { signal }),
  /** Verifies a credential with the server without storing it. */
  checkCredential: async (credential: Credential): Promise<void> => {
    await send('GET /profile', { headers: { Authorization: headerOf(credential) } });
  },
  renewToken: () => request('POST /tokens'),
  dashboard: (signal?: Signal) => request('GET /dashboard', { signal }),
  libraryState: (signal?: Signal) => request('GET /library/state', { signal }),
  modules: (signal?: Signal) => request('GET /modules', { signal }),
  /** Signed URL templates for the thumbnails and stills of all videos. */
  pictures: (signal?: Signal) => request('GET /pictures', { signal }),

  videos: {
    list: (signal?: Signal) => request('GET /videos', { signal }),
    withStatus: (status: VideoStatus, signal?: Signal) => request('GET /videos', { query: { status }, signal }),
    get: (jobId: string, signal?: Signal) => request('GET /videos/{job_id}', { params: { job_id: jobId }, signal }),
    update: (jobId: string, change: UpdateVideoRequest) =>
      request('PATCH /videos/{job_id}', { params: { job_id: jobId }, body: change }),
    remove: (jobId: string) => request('DELETE /videos/{job_id}', { params: { job_id: jobId } }),
    playback: (jobId: string, signal?: Signal) =>
      request('GET /videos/{job_id}/playback', { params: { job_id: jobId }, signal }),
    media: (jobId: string, signal?: Signal) =>
      request('GET /videos/{job_id}/media', { params: { job_id: jobId }, signal }),
    /** Status of the playable copy; the first call starts making it. */
    proxy: (jobId: string, signal?: Signal) =>
      request('GET /videos/{job_id}/proxy', { params: { job_id: jobId }, signal }),
    retryProxy: (jobId: string) => request('POST /videos/{job_id}/proxy', { params: { job_id: jobId } }),
    waveform: (jobId: string, signal?: Signal) =>
      request('GET /videos/{job_id}/waveform', { params: { job_id: jobId }, signal }),
    process: (jobId: string, run: RunRequest) =>
      request('POST /videos/{job_id}/process', { params: { job_id: jobId }, body: run }),
    sharedReports: (jobId: string, signal?: Signal) =>
      request('GET /videos/{job_id}/shared-reports', { params: { job_id: jobId }, signal }),
  },

  jobs: {
    status: (jobId: string, signal?: Signal) =>
      request('GET /processing/{job_id}/status', { params: { job_id: jobId }, signal }),
    cancel: (jobId: string) => request('POST /processing/{job_id}/cancel', { params: { job_id: jobId } }),
  },

  results: {
    /** All findings so far, including those of an analysis that is still running. */
    get: async (jobId: string, signal?: Signal): Promise<Results> => {
      const response = await send('GET /results/job/{job_id}', {
        params: { job_id: jobId },
        signal,
        query: { partial: 'true' },
      });
      return readResults(response.body!, signal);
    },
    /** The findings as a file. */
    download: async (jobId: string, format: ResultFormat, modules?: readonly ModuleName[]): Promise<Blob> => {
      const query = { format, modules: modules?.join(',') };
      return (await send('GET /results/job/{job_id}', { params: { job_id: jobId }, query })).blob();
    },
  },

  segments: {
    update: (id: string, change: UpdateSegmentRequest) =>
      request('PATCH /segments/{segment_id}', { params: { segment_id: id }, body: change }),
    remove: (id: string) => request('DELETE /segments/{segment_id}', { params: { segment_id: id } }),
    editTranscript: (jobId: string, edits: TranscriptEdit[]) =>
      request('POST /videos/{job_id}/transcript/edits', { params: { job_id: jobId }, body: { edits } }),
  },

  /** Hits, and whether semantic search took part. */
  search: async (query: Partial<SearchRequest> & { query: string }, signal?: Signal) => {
    const { body: hits, headers } = await requestWithHeaders('POST /search', { body: query, signal });
    return { hits, byMeaning: headers.get(SEMANTIC_SEARCH_HEADER) !== 'false' };
  },

  chat: {
    ask: askStream,
    sessions: (videoId?: string, signal?: Signal) =>
      request('GET /chat/sessions', { query: { video_id: videoId }, signal }),
    messages: (sessionId: string, signal?: Signal) =>
      request('GET /chat/sessions/{session_id}/messages', { params: { session_id: sessionId }, signal }),
    rename: (sessionId: string, title: string) =>
      request('PATCH /chat/sessions/{session_id}', { params: { session_id: sessionId }, body: { title } }),
    remove: (sessionId: string) => request('DELETE /chat/sessions/{session_id}', { params: { session_id: sessionId } }),
  },

  storage: {
    uploadUrl: (file_name: string, content_type: string, signal?: Signal) =>
      request('POST /storage/upload-url', { body: { file_name, content_type }, signal }),
    importFile: (path: string, signal?: Signal) => request('POST /storage/import', { body: { path }, signal }),
    register: (file_path: string, file_name: string, signal?: Signal) =>
      request('POST /processing/register-upload', { body: { file_path, file_name }, signal }),
    options: (signal?: Signal) => request('GET /storage/options', { signal }),
    updateOptions: (body: UpdateStorageOptionsRequest) => request('PATCH /storage/options', { body }),
    use: (signal?: Signal) => request('GET /storage/files', { signal }),
    summary: (signal?: Signal) => request('GET /storage/summary', { signal }),
    /** Videos with an identical file. */
    duplicates: (file_path: string, signal?: Signal) =>
      request('GET /storage/duplicates', { query: { file_path }, signal }),
    clearCopies: () => request('DELETE /storage/proxies'),
    removeFile: (file_path: string) => request('DELETE /storage/files', { body: { file_path } }),
  },

  backups: {
    list: (signal?: Signal) => request('GET /backups', { signal }),
    create: () => request('POST /backups', { body: {} }),
    /** Resolves when the server has reopened the restored library. */
    restore: (name: string) => request('POST /backups/restore', { body: { name } }),
    remove: (name: string) => request('DELETE /backups/{name}', { params: { name } }),
  },

  projects: {
    list: (signal?: Signal) => request('GET /projects', { signal }),
    create: (project: CreateProjectRequest) => request('POST /projects', { body: project }),
    update: (id: string, change: UpdateProjectRequest) =>
      request('PATCH /projects/{project_id}', { params: { project_id: id }, body: change }),
    remove: (id: string) => request('DELETE /projects/{project_id}', { params: { project_id: id } }),
  },

  sharedReports: {
    create: (video_id: string, expires_at: string | null) =>
      request('POST /shared-reports', { body: { video_id, expires_at } }),
    open: (hash: string, signal?: Signal) =>
      request('GET /shared-reports/{share_hash}', { params: { share_hash: hash }, signal }),
    revoke: (id: string) => request('DELETE /shared-reports/{report_id}', { params: { report_id: id } }),
  },

  about: {
    get: (signal?: Signal) => request('GET /about', { signal }),
    licenses: async (signal?: Signal) => (await send('GET /about/licences', { signal })).text(),
    diagnostics: async () => (await send('GET /about/diagnostics')).blob(),
  },

  sharing: {
    get: (signal?: Signal) => request('GET /sharing', { signal }),
    update: (change: UpdateSharingRequest) => request('PUT /sharing', { body: change }),
  },

  keys: {
    list: (signal?: Signal) => request('GET /keys', { signal }),
    create: (name: string) => request('POST /keys', { body: { name } }),
    setActive: (id: string, is_active: boolean) =>
      request('PATCH /keys/{key_id}', { params: { key_id: id }, body: { is_active } }),
    remove: (id: string) => request('DELETE /keys/{key_id}', { params: { key_id: id } }),
  },

  notifications: {
    list: (signal?: Signal) => request('GET /notifications', { signal }),
    unread: (signal?: Signal) => request('GET /notifications/unread-count', { signal }),
    read: (id: string) => request('PATCH /notifications/{notification_id}/read', { params: { notification_id: id } }),
    readAll: () => request('POST /notifications/read-all'),
    remove: (id: string) => request('DELETE /notifications/{notification_id}', { params: { notification_id: id } }),
  },

  usage: {
    summary: (signal?: Signal) => request('GET /usage/summary', { signal }),
    list: (start_date?: string, end_date?: string, signal?: Signal) =>
      request('GET /usage', { query: { start_date, end_date }, signal }),
  },

  models: {
    list: (signal?: Signal) => request('GET /models', { signal }),
    options: (signal?: Signal) => request('GET /models/settings', { signal }),
    update: (change: UpdateEngineOptionsRequest) => request('PATCH /models/settings', { body: change }),
    ollama: (signal?: Signal) => request('GET /models/ollama', { signal }),
    testOllama: (url: string) => request('POST /models/ollama/test', { body: { url } }),
    embeddings: (signal?: Signal) => request('GET /models/embeddings', { signal }),
    cancelEmbeddings: () => request('POST /models/embeddings/cancel'),
    import: (path: string) => request('POST /models/import', { body: { path } }),
    install: (id: string) => request('POST /models/{model_id}/install', { params: { model_id: id } }),
    pause: (id: string) => request('POST /models/{model_id}/pause', { params: { model_id: id } }),
    remove: (id: string) => request('DELETE /models/{model_id}', { params: { model_id: id } }),
  },

  brandWords: {
    get: (signal?: Signal) => request('GET /settings/brand-words', { signal }),
    replace: (words: readonly string[]) => request('PUT /settings/brand-words', { body: { words } }),
  },

  logos: {
    list: (signal?: Signal) => request('GET /settings/reference-logos', { signal }),
    add: (name: string, file: Blob) => request('POST /settings/reference-logos', { query: { name }, file }),
    picture: async (id: string, signal?: Signal): Promise<Blob> =>
      (await send('GET /settings/reference-logos/{logo_id}/picture', { params: { logo_id: id }, signal })).blob(),
    rename: (id: string, name: string) =>
      request('PATCH /settings/reference-logos/{logo_id}', { params: { logo_id: id }, body: { name } }),
    remove: (id: string) => request('DELETE /settings/reference-logos/{logo_id}', { params: { logo_id: id } }),
    apply: () => request('POST /settings/brands/apply'),
    progress: (signal?: Signal) => request('GET /settings/brands/apply', { signal }),
  },

  profile: {
    get: (signal?: Signal) => request('GET /profile', { signal }),
    update: (change: UpdateProfileRequest) => request('PATCH /profile', { body: change }),
  },
} as const;
